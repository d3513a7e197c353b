export { AccessibleMentions } from './accessible-mentions';
export { BoundedRenderer } from './bounded-renderer';
export { Descriptions } from './descriptions';
export { customEmojiOf, linkableChannels } from './markup-context';
export { RenderPool } from './render-pool';
export { Rendering } from './rendering';
export { RenderingModule } from './rendering.module';
