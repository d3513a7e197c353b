import { Module } from '@nestjs/common';
import { TopicPoliciesModule } from '../../send/topic-policies/topic-policies.module';
import { TopicPoliciesService } from './topic-policies.service';
import { TopicsRepository } from './topics.repository';
import { TopicsService } from './topics.service';

@Module({
  imports: [TopicPoliciesModule],
  providers: [TopicPoliciesService, TopicsRepository, TopicsService],
})
export class TopicsModule {}
