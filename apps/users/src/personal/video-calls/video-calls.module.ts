import { Module } from '@nestjs/common';
import { BigBlueButtonCallsService } from './big-blue-button-calls.service';
import { ZoomCallsService } from './zoom-calls.service';
import { ZoomClient } from './zoom-client';
import { ZoomConnectionsService } from './zoom-connections.service';
import { ZoomTokens } from './zoom-tokens';
import { ZoomTokensRepository } from './zoom-tokens.repository';

/** Calls at servers that the installation was given (organization.md 17). */
@Module({
  providers: [
    BigBlueButtonCallsService,
    ZoomCallsService,
    ZoomClient,
    ZoomConnectionsService,
    ZoomTokens,
    ZoomTokensRepository,
  ],
})
export class VideoCallsModule {}
