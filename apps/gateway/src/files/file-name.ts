/** Bytes; file systems allow 255 for a name. */
const LONGEST_NAME_BYTES = 180;
const LONGEST_DISPLAY_NAME = 255;
const NAMELESS = 'uploaded-file';

/** The last part of a file's address: letters, digits, `.`, `-` and `_` of any script (messages.md 15). */
export function safeFileName(name: string): string {
  const cleaned = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  const short = shortened(cleaned);
  return short === '' || short === '.' || short === '..' ? NAMELESS : short;
}

/** The name that people see: as it was sent, without folders and control characters. */
export function displayFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const cleaned = last.replace(/[\p{Cc}\p{Cs}\p{Cf}]/gu, '').trim();
  const short = [...cleaned].slice(0, LONGEST_DISPLAY_NAME).join('');
  return short === '' ? NAMELESS : short;
}

/** Cuts in front of the extension, so that it survives. */
function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const extension = /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? '';
  let stem = '';
  let bytes = Buffer.byteLength(extension);
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > LONGEST_NAME_BYTES) break;
    stem += character;
  }
  return stem + extension;
}
