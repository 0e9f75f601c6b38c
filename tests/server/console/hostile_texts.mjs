// Texts that run a script if a page treats them as HTML or as a URL: tags, event handlers, URLs, SVG, templates, polyglots.
// Each of them calls `hostile()`.

export const hostileTexts = [
  '<script>hostile()</script>',
  '<SCRIPT SRC="data:text/javascript,hostile()"></SCRIPT>',
  '</script><script>hostile()</script>',
  '"><script>hostile()</script>',
  "'><script>hostile()</script>",
  '</title><script>hostile()</script>',
  '</textarea><script>hostile()</script>',
  '<scr<script>ipt>hostile()</scr</script>ipt>',
  '<script\\x20type="text/javascript">hostile();</script>',
  '<script type=module>hostile()</script>',
  '<img src=x onerror=hostile()>',
  '<img src=x onerror="hostile()"',
  '"><img src=x onerror=hostile()>',
  '<IMG """><SCRIPT>hostile()</SCRIPT>">',
  '<img/src=`x`onerror=hostile()>',
  '" onmouseover="hostile()" x="',
  "' onfocus='hostile()' autofocus='",
  '" autofocus onfocus=hostile() tabindex=1 x="',
  '<body onload=hostile()>',
  '<input autofocus onfocus=hostile()>',
  '<details open ontoggle=hostile()>',
  '<video><source onerror=hostile()></video>',
  '<audio src=x onerror=hostile()>',
  '<marquee onstart=hostile()>',
  '<iframe src="javascript:hostile()"></iframe>',
  '<iframe srcdoc="<script>parent.hostile()</script>"></iframe>',
  '<object data="javascript:hostile()"></object>',
  '<embed src="javascript:hostile()">',
  '<a href="javascript:hostile()">a</a>',
  '<form action="javascript:hostile()"><button>send</button></form>',
  '<base href="javascript:hostile()//">',
  '<meta http-equiv="refresh" content="0;url=javascript:hostile()">',
  '<link rel=stylesheet href="data:text/css,*{}" onload=hostile()>',
  '<style>@import "javascript:hostile()";</style>',
  '<svg onload=hostile()>',
  '<svg><script>hostile()</script></svg>',
  '<svg><animate onbegin=hostile() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:hostile()"><text y=20>a</text></a></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=hostile()>',
  '<template><script>hostile()</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=hostile()>">',
  '{{constructor.constructor("hostile()")()}}',
  '${hostile()}',
  '<%= hostile() %>',
  '&lt;script&gt;hostile()&lt;/script&gt;',
  '&#60;script&#62;hostile()&#60;/script&#62;',
  'javascript:hostile()',
  'JaVaScRiPt:hostile()//',
  'java\tscript:hostile()',
  'data:text/html,<script>hostile()</script>',
  'vbscript:hostile()',
  'javascript:/*--></title></style></textarea></script></xmp><svg/onload=\'+/"/+/onmouseover=1/+/[*/[]/+hostile()//\'>',
];

// URLs that run a script, read a file or leave the page's scheme, if a page follows them: other schemes, in mixed case, with
// spaces and control characters before and inside the scheme, and with escapes.
const schemes = ['javascript:hostile()', 'data:text/html,<script>hostile()</script>', 'vbscript:hostile()'];
const spoilt = (url) => {
  const mixed = [...url].map((letter, index) => (index % 2 ? letter.toUpperCase() : letter)).join('');
  const controls = ['\t', '\n', '\r', '\0', '\x01', '\x08', '\x1f', '\x7f', '\x85', '\xa0', '\u200b', '\u202e', '\u2028', '\ufeff', ' '];
  const [scheme] = url.split(':');
  return [url, mixed, url.toUpperCase(), ...controls.flatMap((one) => [one + url, `${url.slice(0, 3)}${one}${url.slice(3)}`, `${scheme}${one}${url.slice(scheme.length)}`])];
};

export const hostileUrls = [
  ...schemes.flatMap(spoilt),
  'data:text/html;base64,PHNjcmlwdD5ob3N0aWxlKCk8L3NjcmlwdD4=', 'data:image/svg+xml,<svg onload="hostile()"/>', 'javascript://https://shop.example/%0ahostile()', 'javascript&colon;hostile()',
  '&#106;avascript:hostile()', '%6aavascript:hostile()', 'java\\script:hostile()', 'view-source:javascript:hostile()', 'feed:javascript:hostile()', 'blob:https://shop.example/1', 'file:///etc/passwd',
  'filesystem:https://shop.example/x', 'about:blank', 'ftp://shop.example/', 'ws://shop.example/', 'intent://shop.example/#Intent;end', 'mailto:ann@example.org', '//shop.example/', '/\\shop.example/', '#hostile', '?hostile',
  'https://', 'https:\0//', 'h\0ttps://shop.example/', 'https://[', 'https://shop.example:99999/',
];
