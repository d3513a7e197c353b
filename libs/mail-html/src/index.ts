export { escaped } from './escaped';
export { mailPage } from './mail-page';
export { textPage } from './text-page';
