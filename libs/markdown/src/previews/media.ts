import type { RenderContext, RenderUpload } from '../context';

/** What a link's address shows. */
export type Media =
  | { kind: 'image' | 'video'; source: string }
  | { kind: 'upload'; pathId: string; upload: RenderUpload }
  | { kind: 'youtube'; id: string }
  /** A page that is shown by what it is, without being fetched. */
  | { kind: 'card'; title: string; description: string };

const IMAGE_PATH = /\.(?:bmp|gif|jpe|jpeg|jpg|png|webp)$/i;
const VIDEO_PATH = /\.(?:mp4|webm)$/i;
/** Browsers play many of these, and their types are known of uploads. */
const UPLOADED_VIDEO_PATH = /\.mov$/i;
const AUDIO_PATH = /\.(?:aac|flac|m4a|mp3|wav|weba)$/i;
const AUDIO_TYPES: ReadonlySet<string> = new Set(
  'aac flac mpeg mp4 wav x-wav wave vnd.wave webm'.split(' ').map((name) => `audio/${name}`),
);
const UPLOAD_PREFIX = '/user_uploads/';

const YOUTUBE_HOSTS: ReadonlySet<string> = new Set(
  'youtube.com www.youtube.com m.youtube.com youtube-nocookie.com www.youtube-nocookie.com'.split(' '),
);
const YOUTUBE_ID = /^[0-9A-Za-z_-]+$/;
const YOUTUBE_PATH = /^\/(?:embed|shorts|v)\/([^/]+)/;
const DROPBOX_HOSTS: ReadonlySet<string> = new Set(['dropbox.com', 'www.dropbox.com']);

/** What relative addresses are resolved against; the organization's own address need not be one that parses. */
const SOME_BASE = 'https://organization.invalid/';

function parseUrl(href: string): URL | null {
  try {
    const url = new URL(href, SOME_BASE);
    return url.protocol === 'http:' || url.protocol === 'https:' ? url : null;
  } catch {
    return null;
  }
}

function youtubeId(url: URL): string | null {
  const id = youtubeIdIn(url);
  return id !== null && YOUTUBE_ID.test(id) ? id : null;
}

function youtubeIdIn({ hostname, pathname, searchParams }: URL): string | null {
  if (hostname === 'youtu.be') return pathname.slice(1);
  if (!YOUTUBE_HOSTS.has(hostname)) return null;
  if (pathname === '/watch' || pathname === '/watch_popup') return searchParams.get('v');
  if (pathname === '/watch_videos') return searchParams.get('video_ids')?.split(',')[0] ?? null;
  return YOUTUBE_PATH.exec(pathname)?.[1] ?? null;
}

/** Where the picture or film behind an address really is (markdown.md 9.2, 9.6). */
function sourceOf(href: string, url: URL): string {
  const { hostname, pathname } = url;
  if (hostname === 'github.com') {
    const [, owner = '', repository = '', kind, ...rest] = pathname.split('/');
    if (kind === 'blob') return `https://raw.githubusercontent.com/${owner}/${repository}/${rest.join('/')}`;
  }
  if (hostname.endsWith('.wikipedia.org') && pathname.startsWith('/wiki/File:')) {
    return url.href.replace('/wiki/File:', '/wiki/Special:FilePath/File:');
  }
  if (DROPBOX_HOSTS.has(hostname) && pathname.startsWith('/scl/fi/')) {
    const raw = new URL(url);
    raw.searchParams.delete('dl');
    raw.searchParams.set('raw', '1');
    return raw.href;
  }
  return href;
}

const DROPBOX_FILE = { kind: 'card', title: 'Dropbox file', description: 'Click to open file.' } as const;
const DROPBOX_FOLDER = { kind: 'card', title: 'Dropbox folder', description: 'Click to open folder.' } as const;

/** Shared files and folders of Dropbox that are neither picture nor film (markdown.md 9.6). */
function dropboxCard({ hostname, pathname }: URL): Media | null {
  if (!DROPBOX_HOSTS.has(hostname)) return null;
  if (pathname.startsWith('/scl/fi/')) return DROPBOX_FILE;
  return pathname.startsWith('/scl/fo/') || pathname.startsWith('/sc/') ? DROPBOX_FOLDER : null;
}

const VIMEO_HOSTS: ReadonlySet<string> = new Set(['vimeo.com', 'www.vimeo.com', 'player.vimeo.com']);

/** Whether the address is a film of Vimeo. */
export function isVimeo(href: string): boolean {
  const url = parseUrl(href);
  return url !== null && VIMEO_HOSTS.has(url.hostname) && /^\/(?:.*\/)?\d+(?:\/|$)/.test(url.pathname);
}

function pathIdOf(href: string): string | null {
  if (!href.startsWith(UPLOAD_PREFIX)) return null;
  return /^[^?#]*/.exec(href.slice(UPLOAD_PREFIX.length))?.[0] ?? null;
}

/** The file that an address of the form `/user_uploads/…` names. */
function uploadAt(pathId: string, { uploads }: RenderContext): RenderUpload | undefined {
  return uploads?.get(pathId);
}

/** Whether an address may have a preview; far cheaper than taking it apart. */
const PREVIEWABLE = /^\/user_uploads\/|\.(?:bmp|gif|jpe|jpeg|jpg|png|webp|mp4|webm)|youtu|dropbox\.com/i;

/** Whether a link may be previewed, by its address alone or by what its page says. */
export function mayBePreviewed(href: string, { hasMediaPreviews, hasPagePreviews }: RenderContext): boolean {
  return hasPagePreviews === true || (hasMediaPreviews === true && PREVIEWABLE.test(href));
}

/** What a link shows when it is previewed; null for links without preview (markdown.md 9.2, 9.5, 9.6). */
export function mediaOf(href: string, context: RenderContext): Media | null {
  if (!PREVIEWABLE.test(href)) return null;
  const url = parseUrl(href);
  if (url === null) return null;
  const pathId = pathIdOf(href);
  const upload = pathId === null ? undefined : uploadAt(pathId, context);
  if (pathId !== null && upload !== undefined && upload.image !== null) return { kind: 'upload', pathId, upload };
  const id = youtubeId(url);
  if (id !== null) return { kind: 'youtube', id };
  const isImage = pathId === null && url.hostname !== 'pasteboard.co' && IMAGE_PATH.test(url.pathname);
  if (isImage) return { kind: 'image', source: sourceOf(href, url) };
  const isVideo = VIDEO_PATH.test(url.pathname) || (pathId !== null && UPLOADED_VIDEO_PATH.test(url.pathname));
  if (isVideo) return { kind: 'video', source: sourceOf(href, url) };
  return dropboxCard(url);
}

/** Whether an address is a sound that `![title](url)` plays (markdown.md 9.4). */
export function isAudio(href: string, context: RenderContext): boolean {
  const pathId = pathIdOf(href);
  if (pathId !== null) return AUDIO_TYPES.has(uploadAt(pathId, context)?.contentType ?? '');
  const url = parseUrl(href);
  return url !== null && AUDIO_PATH.test(url.pathname);
}

/** Whether an address leads to another host. */
export function isExternal(href: string, realmUrl: string): boolean {
  return /^https?:/i.test(href) && !href.startsWith(`${realmUrl}/`);
}
