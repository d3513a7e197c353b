// Draws the sheets of emoji of the web client (docs/decisions/070) from the pictures of two packages, which are not
// installed: they hold every picture in many sizes. Give folders into which they were unpacked:
//   npm pack emoji-datasource-google@16.0.0 emoji-datasource-twitter@16.0.0
//   npm run emoji:sheets -- google=FOLDER twitter=FOLDER
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

const CLIENT = path.resolve(import.meta.dirname, '..', 'apps', 'web', 'src', 'client');
const TARGET = path.join(CLIENT, 'emoji-sheets');
const QUALITY = 80;
const CELL_PIXELS = 40;

/** The numbers that the page knows, too. */
async function grid() {
  const text = await readFile(path.join(CLIENT, 'emoji-grid.ts'), 'utf8');
  const number = (name) => Number(new RegExp(`const ${name} = (\\d+);`).exec(text)?.[1]);
  return { cell: CELL_PIXELS, columns: number('COLUMNS'), perSheet: number('PER_SHEET') };
}

/** Codes as the API has them: without U+FE0F. */
function codeOf({ unified }) {
  const parts = unified.toLowerCase().split('-');
  return parts.filter((part) => part !== 'fe0f').join('-');
}

async function draw(set, folder, codes, { cell, columns, perSheet }) {
  const entries = JSON.parse(await readFile(path.join(folder, 'emoji.json'), 'utf8'));
  const images = new Map(entries.map((entry) => [codeOf(entry), entry.image]));
  for (let from = 0; from < codes.length; from += perSheet) {
    const pictures = [];
    for (const [position, code] of codes.slice(from, from + perSheet).entries()) {
      const image = images.get(code);
      if (image === undefined) continue;
      const input = await sharp(path.join(folder, 'img', set, '64', image))
        .resize(cell, cell)
        .png()
        .toBuffer();
      pictures.push({ input, left: (position % columns) * cell, top: Math.floor(position / columns) * cell });
    }
    const create = { width: columns * cell, height: (perSheet / columns) * cell, channels: 4, background: '#0000' };
    const name = `${set}-${String(from / perSheet).padStart(2, '0')}.webp`;
    await sharp({ create }).composite(pictures).webp({ quality: QUALITY, effort: 6 }).toFile(path.join(TARGET, name));
  }
  return codes.filter((code) => !images.has(code));
}

const folders = Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('=')));
if (!folders.google || !folders.twitter) throw new Error('say where the packages are: google=FOLDER twitter=FOLDER');
const groups = JSON.parse(await readFile(path.join(CLIENT, 'emoji-groups.json'), 'utf8'));
const codes = Object.values(groups).flatMap((group) => group.split(' '));
await mkdir(TARGET, { recursive: true });
for (const name of await readdir(TARGET)) if (name.endsWith('.webp')) await rm(path.join(TARGET, name));
const numbers = await grid();
const missing = {};
for (const set of ['google', 'twitter']) missing[set] = await draw(set, folders[set], codes, numbers);
await writeFile(path.join(TARGET, 'missing.json'), `${JSON.stringify(missing, null, 2)}\n`);
