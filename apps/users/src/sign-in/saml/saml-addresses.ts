/**
 * Where a provider reads what it has to know of this service.
 * @param name of the provider on the wire: `saml:KEY`
 */
export function samlMetadataUrl(realmUrl: string, name: string): string {
  const [, key = ''] = name.split(':');
  return `${realmUrl}/saml/metadata.xml?idp=${encodeURIComponent(key)}`;
}

/** By which the provider knows this service, unless its settings say otherwise. */
export function samlEntityId(realmUrl: string, { client_id: given }: { client_id?: string }): string {
  return given ?? realmUrl;
}
