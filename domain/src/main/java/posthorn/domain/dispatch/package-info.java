/**
 * Whose turn it is. Tenants take turns; within a tenant, kinds of work share by weight, so that
 * urgent work goes first and none starves; within a kind, webhooks take turns. No bound is ever
 * exceeded, and no room stays empty while there is work that may use it.
 */
@NullMarked
package posthorn.domain.dispatch;

import org.jspecify.annotations.NullMarked;
