/** Whether two addresses are of one domain, the only thing that mail servers of organizations vouch for. */
export function isOfSameDomain(one: string, other: string): boolean {
  const domain = domainOf(one);
  return domain !== '' && domain === domainOf(other);
}

function domainOf(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, '');
}
