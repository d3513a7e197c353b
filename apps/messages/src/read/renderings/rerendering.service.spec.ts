import { DomainError, UnavailableError, badRequest } from '@stoa/errors';
import type { Directory, DirectoryView } from '@stoa/directory';
import { Metrics, createLogger } from '@stoa/observability';
import type { MessageRenderer, Rerendering } from '../../send/rendering/message-renderer';
import type { SystemBots } from '../../send/system-bots/system-bots';
import { RerenderingService } from './rerendering.service';
import type { RenewedMessage, StaleMessage, StaleMessagesRepository } from './stale-messages.repository';

const REFUSED = new DomainError('RATE_LIMIT_HIT', 'API usage exceeded rate limit', { status: 429 });
const IMPOSSIBLE = badRequest('Unable to render message');

function message(id: number, content: string): StaleMessage {
  return { id, realm_id: 1, sender_id: 1, content, rendered_content: '<p>former</p>', previews: null };
}

/** A service that stores into `stored`, and whose renderer throws what `failures` has for a content. */
function serviceWith(failures: ReadonlyMap<string, Error>, stored: number[]): RerenderingService {
  const view = { users: () => Promise.resolve(new Map([[1, { id: 1 }]])) } as unknown as DirectoryView;
  const directory = { decideConfirmed: (_realmId: number, decide: (view: DirectoryView) => unknown) => decide(view) };
  const renderer = {
    rerender: (_view: DirectoryView, { content }: { content: string }): Promise<Rerendering> => {
      const failure = failures.get(content);
      if (failure) return Promise.reject(failure);
      return Promise.resolve({ html: content, version: 2, hasImage: false, hasLink: false, linksWantingPreview: [] });
    },
  };
  const repository = {
    store: (renewed: readonly RenewedMessage[]) => {
      stored.push(...renewed.map(({ message: { id } }) => id));
      return Promise.resolve(renewed.map(({ message: { id } }) => id));
    },
  };
  return new RerenderingService(
    repository as unknown as StaleMessagesRepository,
    directory as unknown as Directory,
    renderer as unknown as MessageRenderer,
    {} as unknown as SystemBots,
    new Metrics({ service: 'test', replica: '1' }),
    createLogger({ service: 'test', replica: 1, level: 'silent' }),
  );
}

describe('messages that are rendered again', () => {
  const batch = [message(1, 'easy'), message(2, 'heavy'), message(3, 'easy as well')];

  it('are given up where they cannot be rendered, without the others', async () => {
    const stored: number[] = [];
    await serviceWith(new Map([['heavy', IMPOSSIBLE]]), stored).renewAndStore(batch);
    expect(stored).toEqual([1, 3]);
  });

  it('are tried again where only no thread was free, and the others are written', async () => {
    const stored: number[] = [];
    const service = serviceWith(new Map([['heavy', REFUSED]]), stored);
    await expect(service.renewAndStore(batch)).rejects.toThrow(UnavailableError);
    expect(stored).toEqual([1, 3]);
  });
});
