// `node tools/doc-steps.mjs FILE HEADING`: prints the commands that a page gives under a heading, so that what CI runs is what
// the page says.
import { readFileSync } from 'node:fs';
import { Failure, runMain } from './launcher/failure.mjs';

/** The blocks of `sh` below a heading, up to the next heading of the same rank or a higher one. @throws Failure without any */
function stepsUnder(text, heading) {
  const lines = text.split('\n');
  const titleOf = (line) => /^(#+) (.*)$/.exec(line);
  const start = lines.findIndex((line) => titleOf(line)?.[2] === heading);
  if (start < 0) throw new Failure(`there is no heading "${heading}"`);
  const rank = titleOf(lines[start])[1].length;
  const steps = [];
  let block;
  for (const line of lines.slice(start + 1)) {
    if (block === undefined && (titleOf(line)?.[1].length ?? Infinity) <= rank) break;
    if (/^\s*```/.test(line)) block = block === undefined ? line.trim() : undefined;
    else if (block === '```sh') steps.push(line);
  }
  if (steps.length === 0) throw new Failure(`there are no commands under "${heading}"`);
  return `${steps.join('\n')}\n`;
}

await runMain(() => {
  const [file, heading] = process.argv.slice(2);
  if (!heading) throw new Failure('usage: doc-steps.mjs FILE HEADING');
  process.stdout.write(stepsUnder(readFileSync(file, 'utf8'), heading));
});
