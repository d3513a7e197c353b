/** Who asks when this service fetches what users name, as the other side sees it. */
export const OUTGOING_USER_AGENT = 'StoaLinkFetcher/1.0';
