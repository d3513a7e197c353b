import { Module } from '@nestjs/common';
import { TopicPoliciesRepository } from './topic-policies.repository';

@Module({ providers: [TopicPoliciesRepository], exports: [TopicPoliciesRepository] })
export class TopicPoliciesModule {}
