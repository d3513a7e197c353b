import { Inject, Injectable } from '@nestjs/common';
import type {
  NewCredential,
  PasskeyRegistrationOptions,
  PasskeySignInOptions,
  SignedCredential,
} from '@stoa/contracts/users';
import { badRequest } from '@stoa/errors';
import { LOGGER, type Logger } from '@stoa/observability';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { UsersEnvironment } from '../../users-environment';
import type { ListedPasskey, NewPasskey, StoredPasskey } from './passkeys.repository';
import { relyingParty, userHandle } from './relying-party';

/** Milliseconds that an authenticator has. */
const TIMEOUT_MS = 300_000;
/** Ways to an authenticator that browsers know. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof TRANSPORTS)[number];

interface Place {
  userId: number;
  /** Where the browser sees the organization. */
  pageOrigin: string;
}

export type RegisteredPasskey = Omit<NewPasskey, 'userId' | 'name'>;

/** What an authenticator proved when it signed in. */
export interface PasskeyUse {
  counter: number;
  isBackedUp: boolean;
}

/** What is said to authenticators, and what of their answers counts (WebAuthn, identity.md 9). */
@Injectable()
export class PasskeyCeremonies {
  constructor(
    private readonly environment: UsersEnvironment,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** The challenge in it is what the authenticator must sign. */
  async registration(
    { userId, pageOrigin }: Place,
    { realmName, account, known }: { realmName: string; account: string; known: readonly ListedPasskey[] },
  ): Promise<PasskeyRegistrationOptions> {
    const { id: rpId } = relyingParty(pageOrigin);
    const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
      rpName: realmName,
      rpID: rpId,
      userName: account,
      userID: userHandle(this.environment.STOA_API_KEY_SECRET, userId),
    });
    return {
      challenge,
      rp: { id: rpId, name: realmName },
      user: { id: user.id, name: account, displayName: account },
      pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      attestation: 'none',
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: Buffer.from(credentialId).toString('base64url'),
        type: 'public-key',
        transports: knownTransports(transports),
      })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    };
  }

  /** @throws DomainError for an answer that is wrong */
  async registered({ userId, pageOrigin }: Place, made: NewCredential, challenge: string): Promise<RegisteredPasskey> {
    const { id: rpId, origin } = relyingParty(pageOrigin);
    const { id, response } = made;
    const transports = knownTransports(response.transports ?? []);
    const verified = await this.checked('a passkey could not be added', () =>
      verifyRegistrationResponse({
        response: {
          ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
          response: { ...response, transports },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
      }),
    );
    if (!verified?.verified) {
      throw badRequest('The passkey cannot be used: it was made for another place, or in another way.');
    }
    const { credential, credentialBackedUp: isBackedUp } = verified.registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      userHandle: userHandle(this.environment.STOA_API_KEY_SECRET, userId),
      publicKey: credential.publicKey,
      counter: credential.counter,
      transports,
      isBackedUp,
    };
  }

  /** Whoever has a passkey of the place may answer: nobody learns which accounts there are. */
  async signIn(pageOrigin: string): Promise<PasskeySignInOptions> {
    const { id: rpId } = relyingParty(pageOrigin);
    const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
    return { challenge, rpId, timeout: TIMEOUT_MS, userVerification: 'required' };
  }

  /** @returns undefined for an answer that is wrong */
  async signedIn(
    { id, response }: SignedCredential,
    passkey: StoredPasskey,
    { challenge, pageOrigin }: { challenge: string; pageOrigin: string },
  ): Promise<PasskeyUse | undefined> {
    const { id: rpId, origin } = relyingParty(pageOrigin);
    const { userHandle: handle, ...signed } = response;
    if (handle === null || !Buffer.from(handle, 'base64url').equals(passkey.userHandle)) return undefined;
    const verified = await this.checked('a sign-in with a passkey was refused', () =>
      verifyAuthenticationResponse({
        response: {
          ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
          response: { ...signed, userHandle: handle },
        },
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        credential: { id, publicKey: Uint8Array.from(passkey.publicKey), counter: passkey.counter },
      }),
    );
    if (!verified?.verified) return undefined;
    const { newCounter: counter, credentialBackedUp: isBackedUp } = verified.authenticationInfo;
    return { counter, isBackedUp };
  }

  /** The library throws plain errors for every answer that does not fit: each is a refusal, whose reason is logged. */
  private async checked<T>(refusal: string, check: () => Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      this.log.info({ reason: error instanceof Error ? error.message : String(error) }, refusal);
      return undefined;
    }
  }
}

function knownTransports(names: readonly string[]): Transport[] {
  return TRANSPORTS.filter((known) => names.includes(known));
}
