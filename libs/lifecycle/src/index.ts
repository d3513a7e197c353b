export { PlatformModule } from './platform.module';
export type { Platform } from './platform.module';
export { runService } from './run-service';
export type { ServiceDefinition } from './run-service';
export { Admission, retryAfterSeconds, tooManyCalls, tooMuchLoad } from './admission';
export type { AdmissionClaim, AdmissionOptions, RefusalReason } from './admission';
export { meterAdmission } from './admission-metrics';
export { PeriodicJob } from './periodic-job';
export type { PeriodicJobPlan } from './periodic-job';
