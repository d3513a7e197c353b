import { Module } from '@nestjs/common';
import { TopicPoliciesRepository } from './topic-policies.repository';
import { TopicPoliciesService } from './topic-policies.service';
import { TopicsHandler } from './topics.handler';
import { TopicsRepository } from './topics.repository';
import { TopicsService } from './topics.service';

@Module({
  controllers: [TopicsHandler],
  providers: [TopicPoliciesRepository, TopicPoliciesService, TopicsRepository, TopicsService],
  exports: [TopicPoliciesRepository],
})
export class TopicsModule {}
