import { Injectable } from '@nestjs/common';
import { OutgoingHttp } from '@stoa/outgoing-http';
import { defaultIssuer } from '@stoa/policy';
import {
  ClientAuth,
  ClientMetadata,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  ServerMetadata,
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import { PROVIDER_WAIT_MS, guardedFetch } from '../../shared/outgoing/guarded-fetch';
import { UsersEnvironment } from '../../users-environment';
import type { UsedProvider } from '../providers/used-provider';
import { failureOf } from './provider-failures';
import { SignInFailure } from './sign-in-failure';

/** Clocks differ by this much at most. */
const SKEW_SECONDS = 60;
/** What a provider says of itself is believed for so long; its keys are asked for again when an unknown one signs. */
const KEPT_MS = 600_000;
const MOST_KEPT = 200;

interface Kept {
  configuration: Promise<Configuration>;
  until: number;
}

/** What providers say of themselves, and this service as their client. */
@Injectable()
export class OpenidConfigurations {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly outgoing: OutgoingHttp,
    private readonly environment: UsersEnvironment,
  ) {}

  /** By discovery. @throws SignInFailure */
  async discovered(provider: UsedProvider): Promise<Configuration> {
    const known = this.kept.get(provider.version);
    if (known && known.until > Date.now()) return known.configuration;
    const configuration = this.discover(provider);
    this.keep(provider.version, configuration);
    try {
      return await configuration;
    } catch (error) {
      this.kept.delete(provider.version);
      throw new SignInFailure('provider-failed', failureOf(error), { cause: error });
    }
  }

  /** Of a service whose addresses are known. @param secret instead of what is stored */
  fixed(provider: UsedProvider, server: ServerMetadata, secret = provider.secret): Configuration {
    const configuration = new Configuration(server, clientId(provider), client(), ClientSecretPost(secret));
    this.prepare(configuration);
    return configuration;
  }

  /** The guarded fetch for APIs of services beside the protocol. */
  get fetch() {
    return guardedFetch(this.outgoing);
  }

  private discover(provider: UsedProvider): Promise<Configuration> {
    const issuer = provider.settings.issuer ?? defaultIssuer(provider.kind, provider.settings.preset) ?? '';
    return discovery(new URL(issuer), clientId(provider), client(), authentication(provider.secret), {
      [customFetch]: this.fetch,
      timeout: PROVIDER_WAIT_MS / 1000,
      execute: [
        // Signatures are checked although the token came straight from the provider, so that its keys decide alone.
        enableNonRepudiationChecks,
        ...(this.isDevelopment ? [allowInsecureRequests] : []),
      ],
    });
  }

  private prepare(configuration: Configuration): void {
    configuration[customFetch] = this.fetch;
    configuration.timeout = PROVIDER_WAIT_MS / 1000;
    if (this.isDevelopment) allowInsecureRequests(configuration);
  }

  private keep(version: string, configuration: Promise<Configuration>): void {
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(version, { configuration, until: Date.now() + KEPT_MS });
  }

  private get isDevelopment(): boolean {
    return this.environment.STOA_MODE === 'development';
  }
}

function clientId({ settings }: UsedProvider): string {
  if (settings.client_id === undefined) throw new Error('a provider without a client is not stored');
  return settings.client_id;
}

function client(): Partial<ClientMetadata> {
  return { [clockTolerance]: SKEW_SECONDS };
}

/** In the header, unless the provider says that it wants the secret in the form (RFC 8414 2). */
function authentication(secret: string): ClientAuth {
  const [inHeader, inForm] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, me, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const takesHeader = methods === undefined || methods.includes('client_secret_basic');
    return (takesHeader ? inHeader : inForm)(server, me, body, headers);
  };
}
