/** Parameters that are somebody's credentials: where a redirect leads may be another host, which would read and log them. */
const CREDENTIALS = ['api_key'];

/**
 * Where a redirect leads: to the address, with the query of the request appended (users.md 1, organization.md 10) but for
 * credentials.
 * @param requestUrl path and query
 */
export function redirectLocation(location: string, requestUrl: string): string {
  const start = requestUrl.indexOf('?');
  if (start < 0) return location;
  const query = new URLSearchParams(requestUrl.slice(start + 1));
  for (const name of CREDENTIALS) query.delete(name);
  if (query.size === 0) return location;
  return `${location}${location.includes('?') ? '&' : '?'}${query.toString()}`;
}
