const YOUTUBE_ID = /^[\w-]+$/;
/** The address of the frame in the HTML that Vimeo gives for a video. */
const VIMEO_FRAME = /\bsrc="(https:\/\/player\.vimeo\.com\/video\/\d+(?:\?[^"\s<>]*)?)"/;

/** The player of a YouTube video, from the host that sets no cookies. @param id as messages name it */
export function youtubePlayer(id: string): string | undefined {
  return YOUTUBE_ID.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1` : undefined;
}

/** The player of a page with a video. @param html what the page gives to embed it; only Vimeo's is shown here */
export function embeddedPlayer(html: string): string | undefined {
  return VIMEO_FRAME.exec(html)?.[1]?.replaceAll('&amp;', '&');
}

/** Where the video that a preview stands for is played; undefined for every other link. */
export function playerOf(link: Element): string | undefined {
  const id = link.getAttribute('data-id') ?? '';
  if (link.closest('.youtube-video')) return youtubePlayer(id);
  return link.closest('.embed-video') ? embeddedPlayer(id) : undefined;
}
