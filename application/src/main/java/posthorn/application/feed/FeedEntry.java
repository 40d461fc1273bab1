package posthorn.application.feed;

import posthorn.application.port.OperatorEvent;

/**
 * An event in its place.
 *
 * @param after the place right after it: whoever has seen it goes on there
 */
public record FeedEntry(FeedPosition after, OperatorEvent event) {}
