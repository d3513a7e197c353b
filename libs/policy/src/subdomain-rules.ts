/** Names that lead to parts of the service or that impostors would like. */
const RESERVED = new Set(
  (
    'about abuse account accounts admin administrator analytics api app apps archive assets auth avatar backup billing ' +
    'blog calendar chat client clients cloud community config console contact dashboard demo dev developer developers ' +
    'docs download downloads email events example export faq feedback files forum ftp git graphql guide help home host ' +
    'hosting http https imap images import info internal invite issues jobs json legal login logout lists localhost ' +
    'mail manage metrics mobile mx news noreply ns ns1 ns2 oauth official operator owner partner payments pop pop3 ' +
    'postmaster press privacy production public push register registration relay root sales search secure security ' +
    'server service services setup shop signin signup smtp ssl staff staging static stats status store stoa stream ' +
    'subscribe support sysadmin system team terms test testing thumbnail ticket tickets tools upload uploads user ' +
    'users web webhook webhooks webmail webmaster wiki www'
  ).split(' '),
);

/**
 * Whether a new organization may have this subdomain, apart from it being taken.
 * @returns the text of the refusal, or undefined (organization.md 3)
 */
export function checkSubdomain(subdomain: string): string | undefined {
  if (subdomain.length < 3) return 'Subdomain needs to have length 3 or greater.';
  if (subdomain.startsWith('-') || subdomain.endsWith('-')) return "Subdomain cannot start or end with a '-'.";
  if (!/^[a-z0-9-]*$/.test(subdomain)) return "Subdomain can only have lowercase letters, numbers, and '-'s.";
  if (RESERVED.has(subdomain)) return 'Subdomain reserved. Please choose a different one.';
  return undefined;
}
