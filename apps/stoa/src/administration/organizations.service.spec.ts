import { ConfigurationError } from '@stoa/config';
import { deactivateRealm, sendReactivationLinks } from '@stoa/contracts/organization';
import { welcomeFounder } from '@stoa/contracts/users';
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

const OWNER = {
  ...{ realmId: 7, partition: 0, realmHost: 'acme.chat.example', realmUrl: 'https://acme.chat.example' },
  ...{ userId: 8, role: 100, isBot: false, botType: null, email: 'olga@acme.example', fullName: 'Olga Owner' },
  ...{ deliveryEmail: 'olga@acme.example', clientName: 'stoa', canCreateUsers: true, canForgeSender: false },
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

const ROW = { id: 7, partition: 0, name: 'Acme', subdomain: 'acme', customHost: null, isActive: true };
const ACME = { ...ROW, createdAt: new Date(), users: 1, bots: 0 };

describe('the first owner of an organization', () => {
  it('is welcomed by the users service', async () => {
    const session = new ClusterSession();
    const call = vi.spyOn(session, 'call').mockResolvedValue(undefined);
    const directory = new OrganizationDirectory(session);
    vi.spyOn(directory, 'ownerOf').mockResolvedValue(OWNER);
    await new OrganizationsService(session, directory).welcomeOwner(ACME);
    expect(call).toHaveBeenCalledExactlyOnceWith(welcomeFounder, {}, OWNER);
  });
});

describe('an organization that is closed', () => {
  it('has links sent by which its owners open it again, and an open one has not', async () => {
    const session = new ClusterSession();
    const call = vi.spyOn(session, 'call').mockResolvedValue({ sent: 2 });
    const directory = new OrganizationDirectory(session);
    vi.spyOn(directory, 'urlOf').mockReturnValue(OWNER.realmUrl);
    const organizations = new OrganizationsService(session, directory);
    expect(await organizations.sendReactivationLinks({ ...ACME, isActive: false })).toBe(2);
    const request = { realmId: 7, partition: 0, realmUrl: OWNER.realmUrl };
    expect(call).toHaveBeenCalledExactlyOnceWith(sendReactivationLinks, request);
    await expect(organizations.sendReactivationLinks(ACME)).rejects.toThrow('"acme" is active');
  });

  it.each([
    [null, 0],
    ['https://new.example/', 1],
  ])('moved to %s has its redirect written %i times', async (movedTo, times) => {
    const session = new ClusterSession();
    const write = vi.fn(() => Promise.resolve());
    Object.defineProperty(session, 'database', { value: { write } });
    const call = vi.spyOn(session, 'call').mockResolvedValue(undefined);
    const directory = new OrganizationDirectory(session);
    vi.spyOn(directory, 'ownerOf').mockResolvedValue(OWNER);
    await new OrganizationsService(session, directory).deactivate(ACME, movedTo);
    expect(write).toHaveBeenCalledTimes(times);
    expect(call).toHaveBeenCalledExactlyOnceWith(deactivateRealm, { deletion_delay_days: null }, OWNER);
  });
});
