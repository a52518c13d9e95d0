/** Platforms and ad assets from section 9 of the specification. */

export const PLATFORMS = [
  'Facebook Ads Manager',
  'Google Ads',
  'Instagram Ads',
  'TikTok Ads',
  'YouTube Ads',
  'LinkedIn Ads',
  'Twitter Ads',
  'Microsoft Advertising',
  'Mailchimp',
  'Klaviyo',
] as const

const named = (kind: string, ...names: readonly (string | number)[]): string[] =>
  names.map(name => `${kind} ${name}`)

/** Names have no punctuation, because the chosen name also becomes the link's `utm_content`. */
export const AD_ASSETS: Readonly<Record<string, readonly string[]>> = {
  'Video ads': [
    ...named('Video Ad Variant', 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    ...named('Video Ad', 'Testimonial', 'Demo', 'Explainer', 'Short 15s', 'Short 30s', 'Long 60s'),
  ],
  'Static images': [
    ...named('Static Image', 'Square', 'Portrait', 'Landscape', 'Banner', 'Sidebar', 'Mobile', 'Hero'),
    ...named('Static Image', 'Product Shot', 'Lifestyle', 'Before After', 'Infographic', 'Testimonial'),
  ],
  Carousels: [
    ...named('Carousel', '3 Slides', '5 Slides', '10 Slides'),
    ...named('Carousel', 'Product Showcase', 'Step by Step', 'Testimonials'),
  ],
  'Dynamic and interactive': [
    'Dynamic Product Ad',
    ...named('Interactive', 'Poll or Quiz', 'AR Try On', 'Canvas', 'Playable'),
  ],
  'Text and search': ['Text Ad', 'Search Ad', 'Responsive Search Ad'],
  'Story, feed, reel and shorts': [
    ...named('Story', 'Image', 'Video'),
    ...named('Feed Single', 'Image', 'Video'),
    ...['Reel Vertical', 'Shorts'],
  ],
  'Display banners': [
    ...named('Display Banner', '728x90', '300x250', '160x600'),
    ...named('Display', 'Mobile 320x50', 'Native', 'Rich Media'),
  ],
  Retargeting: named('Retargeting', 'Abandoned Cart', 'Product View', 'Custom Audience'),
  Targeting: ['Lookalike Audience Ad', 'Interest Targeting Ad', 'Behavioral Targeting Ad'],
}
