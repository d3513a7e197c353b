import { RequestOptions, ResponseBody, TestClient, TestResponse } from '@stoa/testing';
import sharp from 'sharp';
import { Person, unique } from './person';
import { RawAnswer, rawRequest } from './raw-request';

export interface UploadedFile {
  url: string;
  /** What follows /user_uploads/. */
  pathId: string;
  filename: string;
}

type Files = NonNullable<RequestOptions['files']>;

export function upload(person: Person, files: Files): Promise<TestResponse> {
  return person.client.post('/user_uploads', {}, { multipart: true, files });
}

export async function uploadFile(
  person: Person,
  { name = `${unique('file').replaceAll(' ', '-')}.txt`, content = 'hello', type = 'text/plain' } = {},
): Promise<UploadedFile> {
  const { status, body } = await upload(person, { file: { name, content: Buffer.from(content), type } });
  if (status !== 200) throw new Error(`POST /user_uploads answered ${status}: ${JSON.stringify(body)}`);
  return { url: body.url, pathId: body.url.slice('/user_uploads/'.length), filename: body.filename };
}

export function linkTo({ filename, url }: UploadedFile): string {
  return `[${filename}](${url})`;
}

/** The own files by path. */
export async function attachmentOf(person: Person, { pathId }: UploadedFile): Promise<ResponseBody> {
  const { attachments } = await person.client.succeed('GET', '/attachments');
  return attachments.find((attachment: { path_id: string }) => attachment.path_id === pathId);
}

export function open(client: TestClient, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  return rawRequest(client, encodeURI(path), { headers });
}

export function picture(width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}

/** Two frames. */
export async function movingPicture(): Promise<Buffer> {
  const frame = (background: string) => ({ create: { width: 80, height: 80, channels: 3 as const, background } });
  const frames = await Promise.all(['#ff0000', '#0000ff'].map((color) => sharp(frame(color)).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
}
