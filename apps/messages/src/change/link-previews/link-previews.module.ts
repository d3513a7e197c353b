import { Module } from '@nestjs/common';
import { EditingModule } from '../editing/editing.module';
import { MessageAccessModule } from '../../access/message-access/message-access.module';
import { MessagesModule } from '../../send/messages/messages.module';
import { LinkPreviewJob } from './link-preview.job';
import { LinkPreviewsRepository } from './link-previews.repository';
import { LinkPreviewsService } from './link-previews.service';
import { PageFetcher } from './page-fetcher';

/** Messages show what the pages say that they link to. */
@Module({
  imports: [EditingModule, MessageAccessModule, MessagesModule],
  providers: [LinkPreviewJob, LinkPreviewsRepository, LinkPreviewsService, PageFetcher],
})
export class LinkPreviewsModule {}
