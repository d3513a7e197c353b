// Loaded before a service (NODE_OPTIONS) so that its clock can be set without touching the machine's: at SIGUSR2 it reads
// by how many milliseconds Date is off. Timers and performance.now do not step, as they do not on a real machine.
'use strict';
const { readFileSync } = require('node:fs');

const RealDate = Date;
let offsetMs = 0;

function SteppedDate(...parts) {
  if (!new.target) return new RealDate(RealDate.now() + offsetMs).toString();
  const given = parts.length === 0 ? [RealDate.now() + offsetMs] : parts;
  return Reflect.construct(RealDate, given, new.target === SteppedDate ? RealDate : new.target);
}
SteppedDate.prototype = RealDate.prototype;
SteppedDate.prototype.constructor = SteppedDate;
SteppedDate.now = () => RealDate.now() + offsetMs;
SteppedDate.UTC = RealDate.UTC;
SteppedDate.parse = RealDate.parse;
globalThis.Date = SteppedDate;

process.on('SIGUSR2', () => {
  offsetMs = Number(readFileSync(process.env.STOA_CHAOS_CLOCK_FILE, 'utf8'));
});
