package posthorn.domain.dispatch;

import posthorn.domain.webhook.WebhookId;

/** The next delivery of that kind of that webhook leaves. */
public record Pick(WebhookId webhook, Work work) {}
