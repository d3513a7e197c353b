import sharp from 'sharp';
import { objectField, parseObject, textField } from '../support/json';
import type { SeededUser } from '../support/seed';

/** A picture that somebody has shown to a channel. */
export interface SharedPicture {
  /** As messages show it: Markdown. */
  link: string;
  /** As the service renders it, once its thumbnail is there. */
  rendered: string;
}

/** What the pictures are made with, by the API. */
export interface PictureService {
  url: string;
  person: SeededUser;
  send(content: string): Promise<number>;
}

const SIZE = { width: 640, height: 480 };
const WAIT_MS = 250;
const PATIENCE_MS = 60_000;

function authorization({ email, apiKey }: SeededUser): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}` };
}

async function ask({ url, person }: PictureService, path: string, body?: FormData): Promise<string> {
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(`${url}/api/v1/${path}`, { method, body, headers: authorization(person) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text;
}

async function uploadPicture(service: PictureService, name: string, hue: number): Promise<string> {
  const background = { r: (hue * 53) % 256, g: (hue * 97) % 256, b: (hue * 193) % 256 };
  const content = await sharp({ create: { ...SIZE, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new Blob([content], { type: 'image/png' }), name);
  return textField(parseObject(await ask(service, 'user_uploads', form)), 'url');
}

/** Waits until a message shows its picture rather than a place for it. */
async function renderedOf(service: PictureService, messageId: number): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until;) {
    const message = objectField(parseObject(await ask(service, `messages/${messageId}`)), 'message');
    const content = textField(message, 'content');
    if (!content.includes('image-loading-placeholder')) return content;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
  throw new Error(`message ${messageId} never showed its picture`);
}

/** Uploads pictures, no two of them equal, and shows them to a channel, whose people may see them from then on. */
export async function sharePictures(service: PictureService, count: number): Promise<SharedPicture[]> {
  const pictures: SharedPicture[] = [];
  for (let hue = 1; hue <= count; hue += 1) {
    const name = `picture${hue}.png`;
    const link = `[${name}](${await uploadPicture(service, name, hue)})`;
    pictures.push({ link, rendered: await renderedOf(service, await service.send(link)) });
  }
  return pictures;
}
