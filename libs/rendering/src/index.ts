export { AccessibleMentions } from './accessible-mentions';
export { Descriptions } from './descriptions';
export { customEmojiOf, linkableChannels } from './markup-context';
export { Rendering } from './rendering';
export { RenderingModule } from './rendering.module';
