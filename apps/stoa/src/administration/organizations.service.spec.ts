import { ConfigurationError } from '@stoa/config';
import { ClusterSession } from '../base/cluster/cluster-session';
import { OrganizationDirectory } from './organization-directory';
import { OrganizationsService } from './organizations.service';

const INPUT = {
  subdomain: 'acme',
  name: 'Acme',
  ownerEmail: 'olga@acme.example',
  ownerName: 'Olga Owner',
  password: 'correct horse battery staple',
  isInviteOnly: true,
};

describe('a new organization', () => {
  it.each(['apiKeySecret', 'address'] as const)('is not begun without the setting behind %s', async (missing) => {
    const session = new ClusterSession();
    Object.defineProperty(session, 'apiKeySecret', { get: () => 'k'.repeat(32), configurable: true });
    Object.defineProperty(session, missing, {
      get: () => {
        throw new ConfigurationError('missing');
      },
    });
    const database = vi.fn();
    Object.defineProperty(session, 'database', { get: database });
    const service = new OrganizationsService(session, new OrganizationDirectory(session));
    await expect(service.create(INPUT)).rejects.toThrow(ConfigurationError);
    expect(database).not.toHaveBeenCalled();
  });
});
