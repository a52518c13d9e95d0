/** The business's own lists, as section 9 of the specification gives them. Sources and mediums are in the API contract. */

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

/** Without punctuation, because the chosen name also becomes the link's `utm_content`. */
export const AD_ASSETS: readonly { readonly group: string; readonly names: readonly string[] }[] = [
  {
    group: 'Video ads',
    names: [
      ...Array.from({ length: 10 }, (_, at) => `Video Ad Variant ${at + 1}`),
      'Video Ad Testimonial',
      'Video Ad Demo',
      'Video Ad Explainer',
      'Video Ad Short 15s',
      'Video Ad Short 30s',
      'Video Ad Long 60s',
    ],
  },
  {
    group: 'Static images',
    names: [
      'Static Image Square',
      'Static Image Portrait',
      'Static Image Landscape',
      'Static Image Banner',
      'Static Image Sidebar',
      'Static Image Mobile',
      'Static Image Hero',
      'Static Image Product Shot',
      'Static Image Lifestyle',
      'Static Image Before After',
      'Static Image Infographic',
      'Static Image Testimonial',
    ],
  },
  {
    group: 'Carousels',
    names: [
      'Carousel 3 Slides',
      'Carousel 5 Slides',
      'Carousel 10 Slides',
      'Carousel Product Showcase',
      'Carousel Step by Step',
      'Carousel Testimonials',
    ],
  },
  {
    group: 'Dynamic and interactive',
    names: [
      'Dynamic Product Ad',
      'Interactive Poll or Quiz',
      'Interactive AR Try On',
      'Interactive Canvas',
      'Interactive Playable',
    ],
  },
  { group: 'Text and search', names: ['Text Ad', 'Search Ad', 'Responsive Search Ad'] },
  {
    group: 'Story, feed, reel and shorts',
    names: [
      'Story Image',
      'Story Video',
      'Feed Single Image',
      'Feed Single Video',
      'Reel Vertical',
      'Shorts',
    ],
  },
  {
    group: 'Display banners',
    names: [
      'Display Banner 728x90',
      'Display Banner 300x250',
      'Display Banner 160x600',
      'Display Mobile 320x50',
      'Display Native',
      'Display Rich Media',
    ],
  },
  {
    group: 'Retargeting',
    names: ['Retargeting Abandoned Cart', 'Retargeting Product View', 'Retargeting Custom Audience'],
  },
  {
    group: 'Targeting',
    names: ['Lookalike Audience Ad', 'Interest Targeting Ad', 'Behavioral Targeting Ad'],
  },
]
