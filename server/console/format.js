// Texts for times, values and counts.

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const units = /** @type {[Intl.RelativeTimeFormatUnit, number][]} */ ([['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]]);

/** The time of the day: "10:24". @param {string} iso */
export const timeOf = (iso) => clock.format(new Date(iso));
/** The day: "27 Nov". @param {string} iso */
export const dayOf = (iso) => date.format(new Date(iso));
/** @param {string} iso */
export const isToday = (iso) => new Date(iso).toDateString() === new Date().toDateString();
/** The day and the time: "27 Nov, 10:24". @param {string} iso */
export const dateOf = (iso) => day.format(new Date(iso));

/**
 * The distance between two times: "in 30 minutes", "2 hours ago".
 * @param {string} iso
 * @param {string | number} [now]
 */
export function distance(iso, now = Date.now()) {
  const seconds = (new Date(iso).getTime() - new Date(now).getTime()) / 1000;
  const [unit, size] = units.find(([, one]) => Math.abs(seconds) >= one) ?? units[3];
  return relative.format(Math.round(seconds / size), unit);
}

/** A length of time: "1 h", "30 min", "45 s". @param {number} seconds */
export function duration(seconds) {
  if (seconds % 3600 === 0 && seconds) return `${seconds / 3600} h`;
  if (seconds % 60 === 0 && seconds) return `${seconds / 60} min`;
  return `${Math.round(seconds)} s`;
}

/** A value of a param as text. @param {any} value @returns {string} */
export function valueText(value) {
  if (value === null || value === undefined) return 'not set';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(', ');
  return JSON.stringify(value);
}

/** "1 turn", "2 turns". @param {number} count @param {string} one @param {string} [many] */
export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** A share as a percentage: "33.3 %". @param {number | null | undefined} share */
export const percent = (share) => (share === null || share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`);

/** A duration in microseconds: "1.4 ms". @param {number} us */
export function microseconds(us) {
  if (us >= 1e6) return `${(us / 1e6).toFixed(2)} s`;
  return us >= 1000 ? `${(us / 1000).toFixed(us >= 1e5 ? 0 : 2)} ms` : `${us} µs`;
}
