export { Rendering } from './rendering';
export { RenderingModule } from './rendering.module';
