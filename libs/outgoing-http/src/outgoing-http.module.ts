import { DynamicModule, Global, Injectable, Module, OnApplicationShutdown, Type } from '@nestjs/common';
import { ConfigurationError, OutgoingServiceEnvironment } from '@stoa/config';
import { AddressListError } from './address-policy';
import { OutgoingHttp } from './outgoing-http';
import { OUTGOING_USER_AGENT } from './user-agent';

@Injectable()
class ClosingOutgoingHttp extends OutgoingHttp implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** Gives every module of a service the one {@link OutgoingHttp}. */
@Global()
@Module({})
export class OutgoingHttpModule {
  /** @param environment class of the service's environment, as it is provided */
  static with(environment: Type<OutgoingServiceEnvironment>): DynamicModule {
    const provider = { provide: OutgoingHttp, inject: [environment], useFactory: createOutgoingHttp };
    return { module: OutgoingHttpModule, providers: [provider], exports: [OutgoingHttp] };
  }
}

/** @throws ConfigurationError if the list of allowed addresses cannot be read */
function createOutgoingHttp({ STOA_OUTGOING_ALLOWED_ADDRESSES: list }: OutgoingServiceEnvironment): OutgoingHttp {
  const allowedAddresses = list === 'none' ? [] : list.split(',').map((entry) => entry.trim());
  try {
    return new ClosingOutgoingHttp({ userAgent: OUTGOING_USER_AGENT, allowedAddresses });
  } catch (error) {
    if (!(error instanceof AddressListError)) throw error;
    throw new ConfigurationError(`STOA_OUTGOING_ALLOWED_ADDRESSES: ${error.message}`);
  }
}
