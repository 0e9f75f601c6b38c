// The style sheet of a report page, for phones, desktops and print.
// Tested by tests/report/render_html_test.cc.
#pragma once

#include <string_view>

namespace parley::report {

constexpr std::string_view kPageStyle = R"css(
*{box-sizing:border-box}
body{font:16px/1.45 system-ui,sans-serif;color:#1a1a1a;background:#fff;margin:0 auto;padding:1rem;max-width:72rem}
h1{font-size:1.5rem;margin:0 0 .25rem}
h2{font-size:1.15rem;margin:2rem 0 .5rem;border-bottom:1px solid #999;padding-bottom:.2rem}
p{margin:.25rem 0 .5rem}
.note{color:#444;font-size:.9rem}
td,th,.name,.words,li,dd{overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));gap:.6rem;margin:1rem 0;padding:0}
.facts div{border:1px solid #999;border-radius:4px;padding:.5rem .6rem}
.facts dt{font-size:.85rem}
.facts dd{margin:0}
.facts .value{font-size:1.35rem;font-weight:600;font-variant-numeric:tabular-nums}
.facts .of{font-size:.8rem;color:#444}
.legend{list-style:none;display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:.25rem 0 .6rem;padding:0;font-size:.85rem}
.legend li{display:flex;align-items:center;gap:.35rem}
.inks{position:absolute}
svg.bar{display:block;border:1px solid #222}
.legend svg{border:1px solid #222}
svg.bar rect{stroke:#222;stroke-width:.5}
svg.columns{display:block;overflow:visible}
svg.columns rect{fill:#2f5d8a}
svg.columns line{stroke:#222}
svg.columns text{font-size:11px;fill:#1a1a1a}
.bars{display:grid;grid-template-columns:minmax(6rem,16rem) 5.5rem 1fr;gap:.3rem .7rem;align-items:center;font-size:.9rem}
.bars .size{text-align:right;font-variant-numeric:tabular-nums}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.85rem;margin:.5rem 0;min-width:20rem}
th,td{padding:.25rem .4rem;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}
td:first-child,th:first-child{min-width:12rem}
th{border-bottom:2px solid #222;vertical-align:bottom}
td{min-width:9rem}
.number{text-align:right;font-variant-numeric:tabular-nums;overflow-wrap:normal;min-width:0}
td.number{white-space:nowrap}
.clusters{padding:0;margin:0;list-style:none}
.clusters>li{border-bottom:1px solid #ccc;padding:.4rem 0}
.clusters .count{display:inline-block;min-width:4rem;text-align:right;padding-right:.8rem;font-weight:600;font-variant-numeric:tabular-nums}
.clusters ul{margin:.1rem 0 .2rem 4rem;padding-left:1rem;color:#333;font-size:.9rem}
summary{cursor:pointer;font-size:.9rem}
@media (max-width:40rem){
body{padding:.7rem;font-size:15px}
.facts{grid-template-columns:1fr 1fr}
.bars{grid-template-columns:1fr auto}
td:first-child,th:first-child{min-width:9rem}
.bars .chart{grid-column:1/-1;margin-bottom:.5rem}
.clusters .count{min-width:2.5rem}
.clusters ul{margin-left:1.5rem}
}
@media (max-width:22rem){.facts{grid-template-columns:1fr}}
@media print{
body{max-width:none;padding:0;font-size:10pt}
h2{break-after:avoid}
.facts div,.clusters>li,tr,.bars>*{break-inside:avoid}
.wide{overflow:visible}
table{font-size:8pt}
th,td{padding:.1rem .3rem}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
}
)css";

}  // namespace parley::report
