import { type ServerSettings, getServerSettings } from '@stoa/contracts/server';
import { badRequest } from '@stoa/errors';
import { GatewayEnvironment } from '../../gateway-environment';
import { parseUserAgent } from '../../http/client-name';
import { Endpoint, EndpointController } from '../../http/endpoint.decorator';
import type { RequestContext } from '../../http/request-context';
import { INCOMPATIBLE_CLIENT } from './compatibility';
import { RealmLookup } from '../../access/realms/realm-lookup';
import { buildServerSettings } from './server-settings';

@EndpointController()
export class ServerSettingsController {
  constructor(
    private readonly environment: GatewayEnvironment,
    private readonly realms: RealmLookup,
  ) {}

  @Endpoint(getServerSettings)
  async get(ctx: RequestContext): Promise<ServerSettings> {
    const { STOA_MODE, STOA_PUSH_RELAY_URL } = this.environment;
    const realm = await this.realms.findByHost(ctx.http.host);
    if (!realm) await this.assertRootHost(ctx.http.host);
    return buildServerSettings({
      realm,
      url: this.realms.urlOf(realm ?? { stringId: '', customHost: null }),
      isDevelopment: STOA_MODE === 'development',
      isPushEnabled: STOA_PUSH_RELAY_URL !== 'none',
      isIncompatible: parseUserAgent(ctx.http.headers['user-agent']).name === INCOMPATIBLE_CLIENT,
    });
  }

  private async assertRootHost(host: string): Promise<void> {
    if (!(await this.realms.isRoot(host))) throw badRequest('Invalid subdomain');
    if (this.environment.STOA_ROOT_LANDING_PAGE) throw badRequest('Subdomain required');
  }
}
