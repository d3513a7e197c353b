import { performance } from 'node:perf_hooks';

const begun = performance.now();

/** One line of progress with the seconds since the start. */
export function progress(text) {
  const seconds = ((performance.now() - begun) / 1000).toFixed(1).padStart(6);
  process.stdout.write(`[${seconds} s] ${text}\n`);
}

/** Repeats that a long step is still at work, every five seconds, so that silence never looks like a hang. */
export async function whileWaiting(text, work) {
  const timer = setInterval(() => progress(`${text} …`), 5000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
