import { oembedPreview } from './oembed';

const BASE = new URL('https://films.example.net/oembed');
const preview = (answer: unknown) => oembedPreview(JSON.stringify(answer), BASE);

describe('oEmbed answers', () => {
  it('show photos and videos', () => {
    expect(preview({ type: 'photo', url: '/p.jpg', title: 'A\nphoto', width: 3 })).toEqual({
      kind: 'photo',
      title: 'A photo',
      imageUrl: 'https://films.example.net/p.jpg',
    });
    const video = {
      type: 'video',
      html: '<iframe></iframe>',
      thumbnail_url: 'https://t.example.net/t.jpg',
      title: null,
    };
    expect(preview(video)).toEqual({
      kind: 'video',
      title: '',
      imageUrl: 'https://t.example.net/t.jpg',
      embedHtml: '<iframe></iframe>',
    });
  });

  it.each([
    { type: 'photo' },
    { type: 'photo', url: 'javascript:x' },
    { type: 'video', html: '<iframe></iframe>' },
    { type: 'video', html: '', thumbnail_url: 'https://t.example.net/t.jpg' },
    { type: 'video', html: 'x'.repeat(5_000), thumbnail_url: 'https://t.example.net/t.jpg' },
    { type: 'link', title: 'x' },
    { type: 3 },
    [],
    null,
    'text',
  ])('that show nothing: %j', (answer) => {
    expect(preview(answer)).toBeNull();
  });

  it('that are no JSON', () => {
    expect(oembedPreview('<html>', BASE)).toBeNull();
  });
});
