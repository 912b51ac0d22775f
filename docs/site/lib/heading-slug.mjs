/** Anchor that GitHub gives a heading; the site uses the same, so that one link is right in both. */
export const toHeadingSlug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
