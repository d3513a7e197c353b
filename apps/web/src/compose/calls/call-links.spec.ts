import { callMaker, jitsiAddress } from './call-links';

const PROVIDERS = {
  disabled: { name: 'None', id: 0 },
  jitsi_meet: { name: 'Jitsi Meet', id: 1 },
  zoom: { name: 'Zoom', id: 3 },
  constructor_groups: { name: 'Constructor Groups', id: 6 },
};

function organization(chosen: number, jitsi: string | null = 'https://meet.example/') {
  return {
    realm_name: 'Acme',
    realm_video_chat_provider: chosen,
    realm_available_video_chat_providers: PROVIDERS,
    jitsi_server_url: jitsi,
  };
}

describe('calls', () => {
  it.each([
    ['no provider', organization(0)],
    ['a provider that is offered no more', organization(4)],
    ['a provider that the client does not know', organization(6)],
    ['no server', organization(1, null)],
  ])('are not made with %s', (_what, facts) => {
    expect(callMaker(facts)).toBeUndefined();
  });

  it('are made up for Jitsi, each with a room of its own', async () => {
    const make = callMaker(organization(1));
    const wanted = { hasVideo: true, name: 'Plans' };
    const [first, second] = [await make?.(wanted), await make?.(wanted)];
    expect(first).toMatch(/^https:\/\/meet\.example\/[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(jitsiAddress('https://meet.example', false)).toMatch(/#config\.startWithVideoMuted=true$/);
  });
});
