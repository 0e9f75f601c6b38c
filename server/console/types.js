// The objects of the HTTP interface that the console reads (docs/server.md and docs/protocol.md).

/** @typedef {{type: 'link', url: string, title?: string}} LinkAttachment */
/** @typedef {{type: 'image', url: string, alt: string}} ImageAttachment */
/** @typedef {{label: string, message?: string, url?: string}} AttachedButton */
/** @typedef {{type: 'buttons', buttons: AttachedButton[]}} ButtonsAttachment */
/** @typedef {{type: 'card', title: string, text?: string, image?: string, alt?: string, buttons?: AttachedButton[]}} CardAttachment */
/** @typedef {LinkAttachment | ImageAttachment | ButtonsAttachment | CardAttachment} Attachment */

/** @typedef {{param: string, prompt: string, attempt?: number, options?: string[], attachments?: Attachment[]}} AskUser */
/** @typedef {{prompt: string, params: Record<string, any>, attempt?: number, options?: string[], attachments?: Attachment[]}} Confirm */
/** @typedef {{call_id: string, name: string, args: Record<string, any>}} ToolCall */
/** @typedef {{reason: string, intent?: string, params?: Record<string, any>, attempts?: Record<string, Record<string, number>>, recap?: string[], open?: {intent: string, params: Record<string, any>, state: string}[]}} Handoff */
/** @typedef {{ask_user?: AskUser, confirm?: Confirm, say?: string, attachments?: Attachment[], tool_call?: ToolCall, handoff?: Handoff}} TurnStep */

/** @typedef {{param: string, value: any, raw: string, span: [number, number], valid: boolean, rejection?: string, intent?: string}} FoundValue */
/** @typedef {{intent: string, rule: string, source: string, span: [number, number], confidence: number, priority: number}} Candidate */
/** @typedef {{intent: string, confidence: number, lacked: string}} RunnerUp */
/** @typedef {{intent: string, matched: boolean, reason: string}} Verdict */
/**
 * @typedef {{act: string, acts?: {act: string, span: [number, number], kind?: string}[], intent: string | null, candidates: Candidate[], params: FoundValue[], answers: FoundValue[],
 *   ambiguous?: FoundValue[][], ambiguous_answers?: FoundValue[][], further?: (Candidate & {params: FoundValue[]})[],
 *   doubtful?: (Candidate & {params: FoundValue[]})[], inquiries?: {span: [number, number], intent?: string, param?: string}[],
 *   passage?: {title: string, source: string, score: number}, notes?: string[], why?: string[], runners_up?: RunnerUp[],
 *   verdicts?: Verdict[]}} Understanding
 */
/** @typedef {{text: string, kind: 'why' | 'why_not' | 'decision'}} Sentence */
/** @typedef {{seq?: number, message: string, understanding: Understanding | null, trace: string[], sentences: Sentence[], exact?: boolean, note?: string}} Why */

/**
 * @typedef {{session: string, id: string, seq: number, status: 'waiting' | 'done' | 'tool_call' | 'handoff', say: string[],
 *   steps: TurnStep[], intent: string | null, params: Record<string, any>, waiting_for_param: string | null,
 *   duplicate?: boolean, continued?: boolean, reason?: string, handed_off?: boolean,
 *   explain?: {understanding?: Understanding, trace: string[]}}} Turn
 */
/** @typedef {{seq: number, role: 'user' | 'assistant' | 'agent' | 'tool' | 'call', text: string, at: string, author?: string, tool?: string, call_id?: string}} Message */
/** @typedef {Turn & {at: string, messages: Message[]}} StoredTurn */

/** @typedef {{value: any, turn: number}} ParamState */
/**
 * @typedef {{intent: string, plan?: number, step?: number, params: Record<string, ParamState>, saved?: Record<string, any>,
 *   attempts?: Record<string, Record<string, number>>, skipped?: string[], confirmed?: boolean}} Frame
 */
/** @typedef {{kind: 'param' | 'confirm' | 'change' | 'choice' | 'tool', intent: string | null, param: string | null, attempt: number, asked_at: string, expires_at?: string, call?: any}} Waiting */
/**
 * @typedef {{frames: Frame[], waiting: Waiting | null, params: Record<string, ParamState>, queue: string[], offered: string[],
 *   handed_off: {reason: string, at: string, turn: number} | null, unmatched: number, ended: boolean, turns: number}} State
 */

/** @typedef {{path: string, before: any, after: any}} Change */
/**
 * @typedef {{text?: string, event?: string, tool_result?: any, write?: any, advance?: number, redeliver?: boolean, restart?: boolean}} StepInput
 */
/** @typedef {{title: string, status: number, detail?: string, code?: string, errors?: {pointer: string, detail: string}[]}} ProblemBody */
/**
 * @typedef {{n: number, input: StepInput, turn: Turn | null, error?: ProblemBody, now: string, state: State,
 *   why?: (Sentence | string)[], changes?: Change[]}} Step
 */
/** @typedef {{id: string, bot: string, now: string, tools: 'mock' | 'hand', steps: Step[], state: State, session?: string, turns?: number[], notes?: string[], differences?: ChangedTurn[]}} Simulation */

/**
 * @typedef {{session: string, bot: string, title: string, user?: string, tags: string[], created_at: string, updated_at: string,
 *   expires_at?: string, turns: number, messages: number, last_intent?: string, waiting_for_param?: string,
 *   standing: 'live' | 'expired', handed_off: {reason: string, at: string} | null, archived_at?: string,
 *   usage?: {input_tokens: number, output_tokens: number, cost: number}, hit?: {seq: number, role: string, text: string}}} Summary
 */
/** @typedef {Summary & {state: State, notes: {title: string, tags: string[], metadata: Record<string, any>}}} Session */
/** @typedef {{sessions: string[], turns: number, messages: number, items: Record<string, number>, events: number, outside: string[]}} Receipt */
/** @typedef {{severity: 'error' | 'warning', code: string, message: string, file: string, line: number, column: number, hint?: string}} Finding */
/** @typedef {{id: string, description?: string, params: {name: string, type?: string}[], samples: string[]}} Intent */
/** @typedef {{id: string, fingerprint: string, languages: string[], greets: boolean, intents: Intent[], files: string[]}} Bot */
/** @typedef {{x: number, y: number}} Point */
/** @typedef {Point & {width: number, height: number}} Box */
/** @typedef {Box & {id: string, kind: string, label: string, file?: string, line?: number, intent?: string, count?: number, asked?: number}} GraphNode */
/** @typedef {{from: string, to: string, label?: string, back?: boolean, points: Point[], count?: number}} GraphEdge */
/** @typedef {{id: string, width: number, height: number, nodes: GraphNode[], edges: GraphEdge[]}} IntentGraph */
/** @typedef {'call' | 'start' | 'exhausted' | 'digression'} LinkKind */
/**
 * @typedef {{width: number, height: number, nodes: (Box & {id: string, count?: number})[],
 *   edges: {from: string, to: string, kinds: LinkKind[], back?: boolean, points: Point[], count?: number}[]}} GraphOverview
 */
/** @typedef {{sessions: number, turns: number, skipped: number, refused: number, complete: boolean}} Traffic */
/** @typedef {{intents: IntentGraph[], overview: GraphOverview, traffic?: Traffic}} Graph */
/** @typedef {{session: string, seq: number, fields: {field: string, before: any, after: any}[]}} ChangedTurn */
/** @typedef {{session: string, seq: number, status: string, intent: string | null, handed_off: boolean, at: string}} LiveTurn */

/** A view that the router shows. `update` takes a new route of the same view; without it the view is built again. */
/** @typedef {{title: string, node: HTMLElement, update?: (route: Route) => void, close?: () => void, focus?: () => void, keys?: Record<string, () => void>}} View */
/** `bot`: the id of the bot that the address names; empty: none. */
/** @typedef {{view: string, parts: string[], query: URLSearchParams, bot: string}} Route */

export {};
