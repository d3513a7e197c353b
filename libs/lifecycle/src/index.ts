export { PlatformModule } from './platform.module';
export type { Platform } from './platform.module';
export { runService } from './run-service';
export type { ServiceDefinition } from './run-service';
export { Admission } from './admission';
export type { AdmissionOptions } from './admission';
export { PeriodicJob } from './periodic-job';
export type { PeriodicJobPlan } from './periodic-job';
