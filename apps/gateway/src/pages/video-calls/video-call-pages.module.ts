import { Module, OnModuleInit } from '@nestjs/common';
import { ExtraRoutes } from '../../http/extra-routes';
import { PageRequests } from '../page-requests';
import { VideoCallRoutes } from './video-call-routes';

@Module({ providers: [PageRequests, VideoCallRoutes] })
export class VideoCallPagesModule implements OnModuleInit {
  constructor(
    private readonly routes: ExtraRoutes,
    private readonly calls: VideoCallRoutes,
  ) {}

  onModuleInit(): void {
    this.routes.add(this.calls);
  }
}
