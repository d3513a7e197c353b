import sharp from 'sharp';

const COLUMNS = [60, 150, 240, 330, 420];
const BARS = [
  [310, 250],
  [280, 240],
  [330, 262],
  [120, 78],
  [110, 70],
  [96, 64],
];

const rectangle = (x, y, width, height, fill) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="${fill}"/>`;

/** Shapes only: which fonts a machine has is not known. */
const DRAWINGS = {
  logo: () => {
    const columns = COLUMNS.map((x) => rectangle(x, 190, 40, 190, '#4f46e5')).join('');
    const roof = '<path d="M40 170 L260 50 L480 170 Z" fill="#312e81"/>';
    return `<rect width="520" height="460" fill="#eef2ff"/>${roof}${columns}${rectangle(30, 390, 460, 26, '#312e81')}`;
  },
  chart: () => {
    const bars = BARS.map(([slowest, usual], index) => {
      const x = 60 + index * 90;
      return rectangle(x, 400 - slowest, 30, slowest, '#f97316') + rectangle(x + 34, 400 - usual, 30, usual, '#0d9488');
    });
    return `<rect width="640" height="440" fill="#f8fafc"/>${bars.join('')}${rectangle(40, 402, 570, 4, '#334155')}`;
  },
};

const SIZES = { logo: [520, 460], chart: [640, 440] };

/** @param {keyof typeof DRAWINGS} name @returns {Promise<Buffer>} a PNG */
export function drawPicture(name) {
  const [width, height] = SIZES[name];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${DRAWINGS[name]()}</svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}
