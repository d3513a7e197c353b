import { applyReactivation, readReactivation } from '@stoa/contracts/organization';
import { FakeRpcClient } from '../../test-support/fake-rpc-client';
import { realm } from '../../test-support/fake-stores';
import { HOST, TestApplication, form, startTestApplication } from '../../test-support/test-application';
import { OrganizationPagesModule } from './organization-pages.module';

const KEY = 'ab12'.repeat(10);

describe('pages by which organizations are active again', () => {
  const rpc = new FakeRpcClient();
  let app: TestApplication;

  beforeAll(async () => {
    app = await startTestApplication([], {}, [], [rpc.module, OrganizationPagesModule]);
    app.realms.realms.set('closed', realm({ id: 3, stringId: 'closed', name: '<Closed>', isDeactivated: true }));
  });
  afterAll(() => app.close());
  beforeEach(() => {
    app.limiter.counts.clear();
    rpc.calls.length = 0;
    rpc.answer(readReactivation, { isOpen: true });
    rpc.answer(applyReactivation, { isActive: true });
  });

  const headers = { host: `closed.${HOST}`, accept: 'text/html' };
  const ask = (key: string) => app.inject({ url: `/reactivate/${key}`, headers });
  const press = (key: string) => {
    const body = form({ key });
    return app.inject({
      method: 'POST',
      url: '/reactivate/',
      headers: { ...headers, ...body.headers },
      payload: body.payload,
    });
  };

  it('ask first, as programs open links', async () => {
    const { statusCode, body } = await ask(KEY);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<input type="hidden" name="key" value="${KEY}">`);
    expect(body).toContain('Activate &#60;Closed&#62; again');
    expect(rpc.calls).toMatchObject([{ contract: readReactivation, request: { realmId: 3, key: KEY } }]);
  });

  it('activate when the button is pressed', async () => {
    const { statusCode, body } = await press(KEY);
    expect(statusCode).toBe(200);
    expect(body).toContain('is active again');
    expect(rpc.calls).toMatchObject([{ contract: applyReactivation, request: { realmId: 3, key: KEY } }]);
  });

  it('say so of links that lead nowhere', async () => {
    rpc.answer(readReactivation, { isOpen: false });
    rpc.answer(applyReactivation, { isActive: false });
    for (const { body } of [await ask(KEY), await press(KEY)]) {
      expect(body).toContain('is not valid any more');
      expect(body).not.toContain('<form');
    }
  });
});
