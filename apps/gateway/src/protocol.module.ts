import { DynamicModule, Global, Module, ModuleMetadata, Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AccessVersions } from './access/access-versions';
import { AnswerObservers } from './http/answer-observers';
import { Callers } from './access/callers';
import { Browsers } from './http/browsers';
import { Sessions } from './access/sessions/sessions';
import { Authenticator } from './access/authentication/authenticator';
import { BodyBudget } from './overload/body-budget';
import { LargeForms } from './overload/large-forms';
import { LoopTurns } from './overload/loop-turns';
import { Connections } from './overload/connections';
import { HostTenants } from './overload/host-tenants';
import { OverloadGuard } from './overload/overload-guard';
import { RequestGates } from './overload/request-gates';
import { DownloadPace } from './overload/download-pace';
import { TextPace } from './overload/text-pace';
import { UserPlaces } from './overload/user-places';
import { SlowBodies } from './overload/slow-bodies';
import { UnreadAnswers } from './overload/unread-answers';
import { OwnPasswords } from './access/rate-limits/own-passwords';
import { RateLimits } from './access/rate-limits/rate-limits';
import { RealmLookup } from './access/realms/realm-lookup';
import { Spectators } from './http/spectators';
import { ReferenceDocuments } from './reference/reference-documents';
import { EndpointRegistry } from './http/endpoint-registry';
import { EndpointRouter } from './http/endpoint-router';
import { EndpointRunner } from './http/endpoint-runner';
import { ClientPages } from './pages/client-pages';
import { PagePlaces } from './pages/page-places';
import { WebClient } from './web/web-client';
import { ExtraRoutes } from './http/extra-routes';
import { GatheredRequests } from './http/gathered-requests';
import { GuardedRoutes } from './http/guarded-routes';
import { PollRounds } from './http/poll-rounds';

const OWN_PROVIDERS: Provider[] = [
  AccessVersions,
  AnswerObservers,
  Authenticator,
  BodyBudget,
  Browsers,
  ClientPages,
  LargeForms,
  LoopTurns,
  Callers,
  Connections,
  EndpointRegistry,
  EndpointRouter,
  EndpointRunner,
  DownloadPace,
  ExtraRoutes,
  GatheredRequests,
  GuardedRoutes,
  HostTenants,
  OverloadGuard,
  OwnPasswords,
  PagePlaces,
  PollRounds,
  RateLimits,
  RealmLookup,
  ReferenceDocuments,
  RequestGates,
  SlowBodies,
  Sessions,
  Spectators,
  TextPace,
  UnreadAnswers,
  UserPlaces,
  WebClient,
];

export interface ProtocolPorts {
  imports?: ModuleMetadata['imports'];
  /** Of ApiKeyStore, MountedCalls, RateLimiter, RealmStore, SessionStore, SessionUses and SharedVersions. */
  providers: Provider[];
}

/** What every endpoint relies on. Everything that reaches outside is handed in. */
@Global()
@Module({})
export class ProtocolModule {
  static with({ imports = [], providers }: ProtocolPorts): DynamicModule {
    return {
      module: ProtocolModule,
      imports: [DiscoveryModule, ...imports],
      providers: [...providers, ...OWN_PROVIDERS],
      exports: [
        AccessVersions,
        AnswerObservers,
        Authenticator,
        Callers,
        Connections,
        DownloadPace,
        EndpointRunner,
        ExtraRoutes,
        GuardedRoutes,
        OverloadGuard,
        ClientPages,
        OwnPasswords,
        PagePlaces,
        PollRounds,
        RateLimits,
        RealmLookup,
        Browsers,
        Sessions,
        Spectators,
        UserPlaces,
        WebClient,
      ],
    };
  }
}
