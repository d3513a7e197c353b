export { ConfigurationError, loadEnvironment } from './validate-environment';
export {
  BooleanVariable,
  ChoiceVariable,
  IntegerVariable,
  StringVariable,
  UrlVariable,
  describeEnvironment,
} from './variables';
export type { VariableDescription } from './variables';
export {
  AccountServiceEnvironment,
  DatabaseServiceEnvironment,
  FileServiceEnvironment,
  HostServiceEnvironment,
  RedisServiceEnvironment,
  ServiceEnvironment,
} from './service-environment';
