/** Milliseconds for each of connecting, the greeting and an answer: a request waits for it. */
const PATIENCE_MS = 5_000;

/** How a server is reached; what nodemailer takes. */
export interface SmtpServer {
  host: string;
  /** Undefined: that of the scheme. */
  port: number | undefined;
  /** TLS from the start; else it is begun where the server offers it. */
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
  connectionTimeout: number;
  greetingTimeout: number;
  socketTimeout: number;
}

/** @param url such as `smtps://user:password@mail.example.com` */
export function smtpServer(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  return {
    host: hostname,
    port: port === '' ? undefined : Number(port),
    secure: protocol === 'smtps:',
    auth: username === '' ? undefined : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  };
}
