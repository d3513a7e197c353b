import { CasesByAlert, grew, pod, raised } from './case';

const syncs = (outcome: string, count: number, minutesAgo: number) =>
  raised('stoa_ldap_syncs_total', { ...pod('users'), outcome }, count, minutesAgo);
const followed = grew('stoa_ldap_syncs_total', { ...pod('users', 2), outcome: 'followed' }, 0.01);
const requests = (outcome: string, count: number, minutesAgo: number) =>
  raised('stoa_scim_requests_total', { ...pod('gateway'), resource: 'Users', outcome }, count, minutesAgo);

export const DIRECTORY_ALERTS: CasesByAlert = {
  StoaDirectoryNotFollowed: {
    fires: { 'five looks failed': [syncs('failed', 5, 10), followed] },
    silent: {
      'one failed': [syncs('failed', 1, 10), followed],
      'five failed an hour ago': [syncs('failed', 5, 60), followed],
    },
  },
  StoaDirectoryWouldDeactivateMany: {
    fires: { 'one look was refused': [syncs('refused', 1, 30), followed] },
    silent: {
      'none was': [syncs('refused', 0, 30), followed],
      'one was refused, two hours ago': [syncs('refused', 1, 120), followed],
    },
  },
  StoaProvisioningFails: {
    fires: { 'ten failed': [requests('failed', 10, 10), requests('done', 100, 10)] },
    silent: {
      'two failed': [requests('failed', 2, 10), requests('done', 100, 10)],
      'ten failed an hour ago': [requests('failed', 10, 60)],
    },
  },
  StoaProvisioningRefused: {
    fires: {
      'fifty had no valid token': [requests('unauthorized', 50, 30)],
      'fifty were against a rule': [requests('refused', 50, 30), requests('done', 10, 30)],
    },
    silent: {
      'ten were refused': [requests('refused', 10, 30)],
      'a fifth was refused': [requests('refused', 20, 30), requests('done', 80, 30)],
      'fifty were refused just now': [requests('refused', 50, 2)],
      'fifty were refused, two hours ago': [requests('refused', 50, 120)],
    },
  },
};
