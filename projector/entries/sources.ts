/** Sites of search engines, social networks, video, AI assistants, mailboxes and payment pages. */

type SourceKind = 'search' | 'social' | 'video' | 'ai' | 'mail' | 'payment' | 'other'

/**
 * Reports show the first of the `names`. A host also matches its subdomains, and an Android package also matches longer
 * package names. A name without a dot matches `utm_source`.
 */
// biome-ignore format: one row a line
export const ROWS: [kind: SourceKind, names: string, reason: string][] = [
  ['search', 'google.com com.google.android.googlequicksearchbox com.google.android.apps.searchlite google adwords googleads google-ads google_ads', 'the app opens links of its results; names that Ads tools write'],
  ['search', 'bing.com com.microsoft.bing bing msn microsoft microsoftads bingads', 'Microsoft Advertising tags as bing'],
  ['search', 'duckduckgo.com com.duckduckgo.mobile.android duckduckgo ddg', 'search engine'],
  ['search', 'yahoo.com yahoo', 'search engine; its mail is a row of its own'],
  ['search', 'ecosia.org com.ecosia.android ecosia', 'search engine'],
  ['search', 'search.brave.com', 'search engine; brave.com itself is a browser maker'],
  ['search', 'startpage.com startpage', 'search engine'],
  ['search', 'qwant.com qwant', 'search engine'],
  ['search', 'yandex.com ya.ru yandex', 'search engine'],
  ['search', 'baidu.com baidu', 'search engine'],
  ['search', 'naver.com naver', 'search engine of Korea'],
  ['search', 'seznam.cz seznam', 'search engine of Czechia'],
  ['search', 'kagi.com kagi', 'search engine'],
  ['search', 'search.aol.com search.aol.co.uk aol', 'search engine; aol.com itself is news'],
  ['search', 'ask.com ask', 'search engine'],
  ['search', 'sogou.com sogou', 'search engine of China'],
  ['search', 'mojeek.com mojeek', 'search engine'],
  ['search', 'presearch.com presearch', 'search engine'],
  ['search', 'swisscows.com swisscows', 'search engine'],
  ['search', 'search.marginalia.nu', 'search engine; marginalia.nu itself is its maker’s site'],
  ['other', 'search.google.com', 'Search Console: staff look at their own site'],
  ['ai', 'chatgpt.com chat.openai.com openai.com com.openai.chatgpt chatgpt openai', 'tags its links utm_source=chatgpt.com and often sends no referrer'],
  ['ai', 'perplexity.ai ai.perplexity.app.android perplexity', 'assistant'],
  ['ai', 'copilot.microsoft.com copilot.com com.microsoft.copilot copilot', 'assistant; microsoft.com itself is none'],
  ['ai', 'gemini.google.com bard.google.com com.google.android.apps.bard gemini', 'assistant, not search'],
  ['ai', 'notebooklm.google.com notebooklm', 'assistant, not search'],
  ['ai', 'claude.ai com.anthropic.claude claude anthropic', 'assistant'],
  ['ai', 'grok.com x.ai ai.x.grok grok', 'assistant of X'],
  ['ai', 'meta.ai metaai', 'assistant'],
  ['ai', 'chat.deepseek.com deepseek.com deepseek', 'assistant'],
  ['ai', 'chat.mistral.ai mistral lechat', 'assistant'],
  ['ai', 'you.com youchat', 'began as a search engine, answers as an assistant'],
  ['ai', 'poe.com com.poe.android poe', 'assistant'],
  ['ai', 'phind.com phind', 'assistant'],
  ['ai', 'chat.qwen.ai qwen.ai qwen', 'assistant'],
  ['ai', 'kimi.com kimi.moonshot.cn kimi', 'assistant'],
  ['social', 'facebook.com fb.com fb.me m.me messenger.com com.facebook facebook fb meta messenger', 'Messenger opens links as Facebook does'],
  ['social', 'instagram.com com.instagram instagram ig insta', 'social network'],
  ['social', 'linkedin.com lnkd.in com.linkedin linkedin', 'lnkd.in shortens its links'],
  ['social', 'x.com twitter.com t.co com.twitter twitter x', 't.co shortens its links'],
  ['social', 'tiktok.com com.zhiliaoapp.musically com.ss.android.ugc.trill tiktok', 'GA4 counts it as social'],
  ['social', 'pinterest.com pin.it com.pinterest pinterest', 'social network'],
  ['social', 'reddit.com redd.it com.reddit reddit', 'social network'],
  ['social', 'threads.com threads.net com.instagram.barcelona threads', 'social network'],
  ['social', 'snapchat.com com.snapchat snapchat snap', 'social network'],
  ['social', 'whatsapp.com wa.me com.whatsapp whatsapp', 'GA4 counts it as social'],
  ['social', 'telegram.org t.me org.telegram telegram', 'messenger'],
  ['social', 'nextdoor.com nextdoor.co.uk com.nextdoor nextdoor', 'neighbours recommend local businesses'],
  ['social', 'bsky.app xyz.blueskyweb.app bluesky bsky', 'social network'],
  ['social', 'mastodon.social mastodon.online joinmastodon.org org.joinmastodon mastodon', 'its largest servers; others are referrals'],
  ['social', 'gab.com gab', 'social network'],
  ['social', 'pixelfed.social pixelfed', 'its largest server; others are referrals'],
  ['social', 'discord.com discord.gg com.discord discord', 'messenger'],
  ['social', 'slack.com com.slack slack', 'GA4 has no other place for it'],
  ['social', 'quora.com quora', 'social network'],
  ['social', 'tumblr.com tumblr', 'social network'],
  ['social', 'vk.com com.vkontakte.android vk', 'social network of Russia'],
  ['social', 'xing.com xing', 'social network of Germany'],
  ['social', 'weibo.com weibo', 'social network of China'],
  ['social', 'news.ycombinator.com hackernews', 'GA4 counts it as social'],
  ['social', 'linktr.ee linktree', 'a link in a profile of a social network'],
  ['video', 'youtube.com youtu.be com.google.android.youtube youtube yt', 'video site'],
  ['video', 'vimeo.com vimeo', 'video site'],
  ['video', 'twitch.tv tv.twitch twitch', 'video site'],
  ['video', 'dailymotion.com dailymotion', 'video site'],
  ['video', 'wistia.com wistia', 'videos on business pages'],
  ['video', 'rumble.com rumble', 'video site'],
  ['mail', 'mail.google.com com.google.android.gm gmail', 'mailbox, not search'],
  ['mail', 'mail.yahoo.com com.yahoo.mobile.client.android.mail', 'mailbox, not search'],
  ['mail', 'outlook.live.com outlook.office.com outlook.office365.com com.microsoft.office.outlook outlook hotmail', 'mailbox'],
  ['mail', 'e.mail.ru', 'mailbox; mail.ru itself is news'],
  ['mail', 'mail.proton.me ch.protonmail.android proton', 'mailbox'],
  ['mail', 'icloud.com', 'its web page that has links is the mailbox'],
  ['mail', 'list-manage.com mailchi.mp campaign-archive.com mailchimp', 'Mailchimp’s links in mails'],
  ['mail', 'sendgrid.net sendgrid', 'links in mails'],
  ['mail', 'createsend.com cmail19.com cmail20.com campaignmonitor', 'Campaign Monitor’s links in mails'],
  ['mail', 'klclick.com klclick1.com klaviyo', 'Klaviyo’s links in mails'],
  ['mail', 'rs6.net constantcontact.com constantcontact', 'Constant Contact’s links in mails'],
  ['mail', 'sendibt2.com brevo.com brevo sendinblue', 'Brevo’s links in mails'],
  ['mail', 'beehiiv.com beehiiv', 'newsletters'],
  ['mail', 'substack.com substack', 'newsletters'],
  ['payment', 'stripe.com', 'buy.stripe.com and checkout.stripe.com send visitors back'],
  ['payment', 'paypal.com paypal.me', 'sends visitors back'],
  ['payment', 'gocardless.com', 'sends visitors back'],
  ['payment', 'klarna.com', 'sends visitors back'],
  ['payment', 'worldpay.com', 'sends visitors back'],
  ['payment', 'sagepay.com opayo.co.uk elavon.com', 'sends visitors back'],
  ['payment', 'squareup.com square.link', 'sends visitors back'],
  ['payment', 'pay.google.com', 'sends visitors back; not search'],
  ['payment', 'adyen.com', 'sends visitors back'],
  ['payment', 'checkout.com', 'sends visitors back'],
  ['payment', 'mollie.com', 'sends visitors back'],
  ['payment', 'sumup.com', 'sends visitors back'],
]

export type Known = { kind: SourceKind; site: string }
export const KNOWN: ReadonlyMap<string, Known> = new Map(
  ROWS.flatMap(([kind, text]) => {
    const names = text.split(' ')
    return names.map((name): [string, Known] => [name, { kind, site: names[0] ?? '' }])
  }),
)

/** Companies with a domain in each country. For example, google.co.uk counts as google.com. */
export const IN_EVERY_COUNTRY = /^(google|yahoo|yandex|pinterest)\.(?:com?\.)?[a-z]{2,3}$/

/** Subdomains of a search engine that belong to search. Others, such as accounts.google.com, are separate sites. */
export const SEARCHES = /^(?:(?:www|m|search|images?|cse|encrypted|lens|r|html|lite|[a-z]{2})\.)*$/

/** First labels of webmail hosts. */
export const MAILBOX = /^(?:web|e)?mail\d?$|^(?:outlook|owa|roundcube|mailbox)$/

/** Click ids that only paid links have. `fbclid` is missing, because Meta also adds it to unpaid posts. */
export const PAID_SEARCH_CLICK = /\b(?:gclid|gbraid|wbraid|gad_campaignid|msclkid)\b/
export const PAID_SOCIAL_CLICK = /\b(?:ttclid|li_fat_id|twclid)\b/
/** Click id of Display & Video 360. */
export const PAID_OTHER_CLICK = /\bdclid\b/

/** Matches media that GA4 counts as Paid, Display or Affiliates. Expects lower case, with spaces for punctuation. */
export const PAID =
  /cp|^paid|^(?:ppc|retargeting|display|banner|expandable|interstitial|cross network|affiliates?|native|programmatic|remarketing|sponsored|adverts?|ads?|sem)$| (?:paid|ads?)$/
/** Matches a paid medium that names search engines. */
export const SEARCH_ADS = /search|^sem$/
export const SOCIAL = /social|^sm$/
export const VIDEO = /video/
export const MAIL = /^(?:e ?)?mail$|\b(?:emails?|newsletters?|mailing|emailing|edm)\b/
export const PRINT =
  /\b(?:qr|qrcode|print|flyers?|fliers?|leaflets?|stickers?|posters?|brochures?|postcards?|billboards?|direct ?mail)\b/
/** Only for `utm_medium`, because a `utm_source` with such a word may be a magazine's site. */
export const PRINT_MEDIUM =
  /\b(?:magazine|newspaper|catalog|catalogue|signage|sign|letter|mailer|business ?card|packaging|offline|van|coupon|voucher)\b/
