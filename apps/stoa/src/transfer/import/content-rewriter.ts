import { IdMap } from './id-map';

/** Where an organization was, and where it is now. */
export interface Relocation {
  oldRealmId: number;
  newRealmId: number;
  /** Without slash at the end; null if it is not known. */
  oldUrl: string | null;
  newUrl: string;
}

const MENTION = /(@_?\*\*[^*\n|]*\|)(\d{1,15})(?=\*\*)/g;
const MESSAGE_LINK = /(#\*\*[^*\n]+>[^*\n]*@)(\d{1,15})(?=\*\*)/g;
const NARROW_LINK = /#narrow\/[^\s)\]>"']+/g;

/**
 * Gives what users wrote the new ids: mentions by id, links to messages, channels and people, addresses of uploads and of
 * the organization itself.
 */
export class ContentRewriter {
  constructor(
    private readonly ids: IdMap,
    private readonly relocation: Relocation,
  ) {}

  rewrite(text: string): string {
    if (!/[@#/]/.test(text)) return text;
    const { oldUrl, newUrl, oldRealmId, newRealmId } = this.relocation;
    let changed = text
      .replace(MENTION, (all, before: string, id: string) => this.withId('account', all, before, id))
      .replace(MESSAGE_LINK, (all, before: string, id: string) => this.withId('message', all, before, id))
      .replaceAll(`/user_uploads/${oldRealmId}/`, `/user_uploads/${newRealmId}/`)
      .replaceAll(`/user_avatars/${oldRealmId}/`, `/user_avatars/${newRealmId}/`);
    // Links into other installations keep their ids.
    const isOwn = (before: string): boolean =>
      !/https?:\/\/\S*$/.test(before) || (oldUrl !== null && new RegExp(`${escaped(oldUrl)}/?$`).test(before));
    changed = changed.replace(NARROW_LINK, (link, at: number) =>
      isOwn(changed.slice(Math.max(0, at - 300), at)) ? this.narrow(link) : link,
    );
    return oldUrl === null
      ? changed
      : changed.replaceAll(new RegExp(`${escaped(oldUrl)}(?=[/\\s)>"'\\]]|$)`, 'g'), newUrl);
  }

  private withId(space: 'account' | 'message', all: string, before: string, id: string): string {
    const found = this.ids.newId(space, Number(id));
    return found === undefined ? all : `${before}${found}`;
  }

  /** `#narrow/channel/12-general/topic/lunch/near/345` and the like. */
  private narrow(link: string): string {
    const parts = link.split('/');
    return parts
      .map((part, index) => {
        switch (parts[index - 1]?.replace(/^-/, '')) {
          case 'channel':
          case 'stream':
            return this.leading('channel', part);
          case 'near':
          case 'with':
          case 'id':
            return this.leading('message', part);
          case 'dm':
          case 'pm-with':
          case 'sender':
          case 'dm-including':
            return part.replace(/^[\d,]+/, (ids) =>
              ids
                .split(',')
                .map((id) => (id === '' ? id : (this.ids.newId('account', Number(id)) ?? id)))
                .join(','),
            );
          default:
            return part;
        }
      })
      .join('/');
  }

  private leading(space: 'channel' | 'message', part: string): string {
    return part.replace(/^\d{1,15}/, (id) => String(this.ids.newId(space, Number(id)) ?? id));
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
