export { Transients } from './transients';
export { NamedTransients } from './named-transients';
