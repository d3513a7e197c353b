import type { TestCluster } from '@stoa/testing';
import { inDatabase } from '../../support/database';
import { type Organization, createOrganization } from '../../support/organizations';

export interface WebOrganization extends Organization {
  /** Where a browser finds it. */
  url: string;
}

/**
 * An organization of this file's own with a host that a browser can open: below an address of numbers there are no
 * subdomains.
 */
export async function createWebOrganization(
  cluster: TestCluster,
  settings: Parameters<typeof createOrganization>[1] = {},
): Promise<WebOrganization> {
  const organization = await createOrganization(cluster, settings);
  const host = `${organization.subdomain}.localhost`;
  await inDatabase(cluster, (database) =>
    database.query('test_add_host', 'INSERT INTO realm_host (host, realm_id) VALUES ($1, $2)', [host, organization.id]),
  );
  return { ...organization, url: `http://${host}:${new URL(cluster.description.base_url).port}` };
}
