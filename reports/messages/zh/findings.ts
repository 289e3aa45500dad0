import type { FindingId } from '../../../checks/index.ts';
import {
  changedFields,
  type FileKindNames,
  type FindingText,
  folderOf,
  lastLine,
  list,
  lookAt,
  minimumIn,
  nameOf,
  pathOf,
  TRIALS,
  type TrialNames,
  text,
  wholeSeconds,
} from '../text.ts';

const KINDS: FileKindNames = {
  link: '符号链接',
  directory: '目录',
  special: '管道、套接字或设备',
  outside: '通向实验文件夹之外的路径（路径上的文件夹是符号链接）',
};

const TRIAL_NAMES: TrialNames = {
  ...TRIALS,
  'pods-text': 'pods: "4"，字符串',
  'cpu-number': 'cpu: 2，数字',
  'pods-missing': '没有 pods',
  'spec-missing': '没有 spec',
  'status-right': '正确的 status',
};
const trial = (id: unknown): string => nameOf(TRIAL_NAMES, id);

const sources = ({ params }: { params: Record<string, unknown> }): string =>
  params.sourceReadable
    ? `report.json 与 ${text(params.source)} 中的值不一致。`
    : `无法比较：${text(params.source)} 中没有对应的值。`;

const journal = (lines: unknown): string =>
  lastLine(lines) === '' ? '' : `日志的最后一行：${lastLine(lines)}`;

const service = '用 `systemctl status cnpa-op` 查看服务的状态和最后的输出。';
const byHand = '请手动运行 `/root/cnpa-op/reconcile.sh`，看看它对这个对象输出了什么。';
const oldUid = '文件中的 uid 与 alpha 现在的 uid 不同：写入文件之后，alpha 被重新创建过。';
const nowUid =
  '用 `kubectl get teamspace alpha -o json` 查看现在的值。凡是记录 alpha 的文件，都要在现在的 alpha 上重新测量。';

export const findings: Record<FindingId, FindingText> = {
  'file-present': {
    title: '文件存在',
    wrong: '文件不存在。',
    hint: (finding) => `请对照 \`ls -l ${folderOf(finding)}\` 的输出，逐个字母核对文件名。`,
  },
  'file-readable': {
    title: '文件可以读取',
    wrong: ({ params }) =>
      params.why === 'too-large'
        ? `文件有 ${text(params.size)} 字节，最多只读取 ${text(params.limit)} 字节。`
        : params.why === 'unreadable'
          ? `无法读取文件：${text(params.detail)}。`
          : `文件的位置上是别的东西：${nameOf(KINDS, params.why)}。`,
    hint: (finding) => `用 \`ls -l ${folderOf(finding)}\` 查看那里是什么。只读取大小合理的普通文件。`,
  },
  'json-document': {
    title: '文件是一个 JSON 文档',
    wrong: ({ params }) => {
      const near = params.near ? `附近的内容：${text(params.near)}` : '';
      switch (params.fault) {
        case 'empty':
          return '文件是空的。';
        case 'not-utf8':
          return '文件不是 UTF-8 文本。';
        case 'two-documents':
          return `这里开始了第二个文档，而文件只能包含一个文档。${near}`;
        case 'not-a-number':
          return `${text(params.near)} 不是合法的 JSON 值。`;
        case 'duplicate-key':
          return `键 ${text(params.near)} 在文件中出现了两次。`;
        case 'nested-too-deeply':
          return '文档嵌套过深。';
        default:
          return `这不是合法的 JSON。${near}`;
      }
    },
    hint: (finding) =>
      `用 \`cat -A ${pathOf(finding)}\` 查看内容。常见的原因是 shell 变量为空，或者内容被追加进文件，而不是重新写入。`,
  },
  'json-key': {
    title: '所有的键都在',
    wrong: ({ params }) =>
      `缺少键 ${text(params.key)}。${params.didYouMean ? `文件中的 ${text(params.didYouMean)} 是不是指它？` : ''}`,
    hint: (finding) =>
      `用 \`jq keys ${pathOf(finding)}\` 列出所有的键。没有这个键，与键的值为 null 或 false，不是一回事。`,
  },
  'json-type': {
    title: '每个值的 JSON 类型都正确',
    wrong: ({ params }) => `这个值的类型是 ${text(params.actualType)}。`,
    hint: (finding) =>
      finding.params.actualType === 'string' && finding.expected !== 'string'
        ? '引号里的内容是字符串。`jq --arg` 总是生成字符串，请在手册中查找直接接受 JSON 值的选项。'
        : `用 \`jq 'map_values(type)' ${pathOf(finding)}\` 查看每个值的类型，并与步骤要求的类型比较。`,
  },
  'json-value': {
    title: '每个值的形式都正确',
    wrong: ({ params, expected }) => {
      if (params.unfilled) return '这里是一个 shell 表达式，shell 没有把它换成值。';
      if (expected === 'uid') return '这不是 Kubernetes 分配的 uid 的形式。';
      const minimum = minimumIn(expected);
      return minimum === undefined
        ? `这个值不符合要求的形式（${text(expected)}）。`
        : `这个值小于可能的最小值 ${minimum}。`;
    },
    hint: ({ params }) =>
      params.unfilled
        ? '把同样的引号用在 `echo` 上试试：在单引号中，shell 不做任何替换。'
        : '请从对象本身读取：给 `kubectl get` 加上 `-o json`，就能看到所有字段。',
  },
  'yaml-document': {
    title: '文件是合法的 YAML',
    wrong: ({ params }) =>
      params.fault === 'empty' ? '文件中没有对象。' : `无法读取这份 YAML（${text(params.fault)}）。`,
    hint: (finding) =>
      `\`kubectl apply --dry-run=client -f ${pathOf(finding)}\` 会指出位置，多半是缩进的问题。`,
  },
  'crd-exists': {
    title: 'CRD 已注册',
    wrong: '集群中没有这个 CRD。',
    hint: '用 `kubectl get crd` 列出集群认识的类型。只有文件并不算注册，它必须送到 API 服务器。',
  },
  'crd-established': {
    title: 'CRD 处于 Established 状态',
    wrong: 'API 服务器还没有提供这个类型：Established 状况不是 True。',
    hint: '`kubectl describe crd teamspaces.platform.labhub.io` 的 Conditions 中写有原因。',
  },
  'crd-field': {
    title: 'CRD 的 group、scope 和名称',
    wrong: '这个字段与步骤的要求不同。',
    hint: '请对照步骤查看 `kubectl get crd teamspaces.platform.labhub.io -o yaml`。有些字段（例如 scope）在已有的类型上不能修改。',
  },
  'crd-version': {
    title: 'v1alpha1 已提供并用于存储',
    wrong: '没有同时提供（served）并用于存储（storage）的 v1alpha1 版本。',
    hint: '用 `kubectl explain crd.spec.versions` 查看版本中各字段的含义。',
  },
  'crd-status-subresource': {
    title: 'v1alpha1 启用了 status 子资源',
    wrong: '版本 v1alpha1 没有 status 子资源：status 会与 spec 一起写入，第 2、3、7 步的测量就会出错。',
    hint: '用 `kubectl explain crd.spec.versions.subresources` 查看它应在的位置。放在别的层级会被悄悄忽略。',
  },
  'schema-refuses': {
    title: 'schema 拒绝错误的值',
    wrong: ({ params }) => `服务器接受了错误的 TeamSpace（${trial(params.trial)}）。`,
    hint: '用 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 查看服务器现在使用的 schema，找出是哪个字段放行了它。',
  },
  'schema-accepts': {
    title: 'schema 接受正确的值',
    wrong: ({ params }) =>
      `服务器拒绝了正确的 TeamSpace（${trial(params.trial)}）${params.message ? `：${text(params.message)}` : '。'}`,
    hint: '服务器的消息指出了字段。请把步骤给出的范围与 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 比较。',
  },
  'schema-cpu-default': {
    title: 'cpu 会填入默认值',
    wrong: '创建 TeamSpace 时没有写 cpu，结果没有填入默认值，或者填入的不是字符串。',
    hint: '请查看 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 中的 spec.cpu：默认值由 schema 填入，它的类型必须与字段的类型一致。',
  },
  'schema-keeps-status': {
    title: 'schema 保留 status',
    wrong: '控制器写入 status 的内容被服务器丢弃或拒绝。',
    hint: '用 `kubectl explain teamspace.status` 查看 schema 对 status 知道些什么；它不知道的字段会被剪裁掉。',
  },
  'schema-spec-optional': {
    title: '没有 spec 的 TeamSpace 也被接受',
    wrong: '完全没有 spec 的 TeamSpace 也会被接受。',
    hint: '步骤没有更多要求。想知道原因，可以看看 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 中必填字段写在哪一层。',
  },
  'schema-trial': {
    title: '可以试验 schema',
    wrong: ({ params, actual }) =>
      `试运行（${trial(params.trial)}）得到了 HTTP ${text(actual)} 的应答${params.message ? `：${text(params.message)}` : '。'}`,
    hint: '这与你的工作无关：请重试，或者询问集群的管理者。',
  },
  'crd-file-holds-crd': {
    title: 'crd.yaml 中有这个 CRD',
    wrong: '文件中没有这个名称的 CRD。',
    hint: '请把文件中的 kind 和 metadata.name 与 `kubectl get crd` 的列表比较。',
  },
  'crd-file-matches': {
    title: 'crd.yaml 与集群一致',
    wrong: '在这个字段上，文件与集群中的 CRD 不同（期望：集群，实际：文件）。',
    hint: '用 `kubectl diff -f /root/cnpa-op/crd.yaml` 查看所有差异。文件在应用之前只是一个愿望。',
  },
  'alpha-exists': {
    title: 'TeamSpace alpha 存在',
    wrong: '没有 TeamSpace alpha。',
    hint: '用 `kubectl get teamspaces` 查看现有的对象。类型进入 Established 之前发送的对象会被拒绝。',
  },
  'before-uid': { title: 'before.json 记录的是 alpha', wrong: oldUid, hint: nowUid },
  'before-namespace-exists': {
    title: '只有类型不会产生命名空间',
    wrong: '文件中写着：只注册了类型时，team-alpha 就已存在。',
    hint: '想一想当时谁能创建它。`kubectl get ns team-alpha` 的退出码说明它是否存在；加上 --ignore-not-found 后，退出码总是 0。',
  },
  'generation-uid': { title: 'generation.json 记录的是 alpha', wrong: oldUid, hint: nowUid },
  'generation-after-label': {
    title: '标签不会让 generation 增加',
    wrong: ({ params }) =>
      params.resourceVersion
        ? '这些数字像是 resourceVersion，它在每次写入时都会变化。'
        : '两次之间只添加了标签，两个值却不同。',
    hint: '在 `kubectl get teamspace alpha -o json` 的输出中，generation 与 resourceVersion 并排出现。只改一个标签，同时观察这两个值。',
  },
  'generation-after-spec': {
    title: 'spec 的变更让 generation 加 1',
    wrong: ({ params }) =>
      params.statusCounted
        ? 'generation 增加了 2：status 补丁也被计入，说明测量时 status 子资源没有启用。'
        : '两个值之间相差的不是一次 spec 变更。',
    hint: ({ params }) =>
      params.statusCounted
        ? '第 1 步正确之后，这一步才能测量。用 `kubectl get crd teamspaces.platform.labhub.io -o yaml` 查看类型现在有什么。'
        : '只改一次 spec，并在改之前和改之后立即读取 `kubectl get teamspace alpha -o json` 中的 metadata.generation。',
  },
  'generation-live': {
    title: 'generation 不会倒退',
    wrong: '文件中的 generation 比 alpha 现在的大，说明是在另一个对象上测量的。',
    hint: nowUid,
  },
  'status-via-main': {
    title: '主资源地址不接受 status',
    wrong: ({ params }) =>
      params.stored
        ? '服务器保存了 status 补丁：要么 status 子资源没有启用，要么 ② 发到了 status 的地址。'
        : '这不是 ② 之后 alpha 的 .status 值。',
    hint: '② 之后立即用 `kubectl get teamspace alpha -o json` 查看 .status；根本不存在的内容，在 JSON 中就是 null。也请读一读发送 ② 时 kubectl 的输出。',
  },
  'alpha-label': {
    title: 'alpha 带有标签',
    wrong: 'alpha 没有 ① 的标签。',
    hint: '用 `kubectl get teamspace alpha --show-labels` 查看它现在的标签。',
  },
  'alpha-pods-step-2': {
    title: 'alpha 的 pods 是第 2 步的值',
    wrong: 'alpha 的 spec.pods 不是 ③ 设定的值。',
    hint: '用 `kubectl get teamspace alpha -o yaml` 查看实际生效的值。自定义类型并不支持每一种补丁，请读一读 kubectl 的输出。',
  },
  'script-executable': {
    title: 'reconcile.sh 有可执行权限',
    wrong: ({ actual }) => `文件的权限是 ${text(actual)}，谁也不能执行它。`,
    hint: '用 `ls -l /root/cnpa-op/reconcile.sh` 查看权限，其中有三个字母与执行有关。',
  },
  'script-first-line': {
    title: 'reconcile.sh 指明了解释器',
    wrong: ({ params }) =>
      params.carriageReturn
        ? '第 1 行以 Windows 换行结尾，内核会把那个字符也当作解释器名称的一部分。'
        : params.byteOrderMark
          ? '#! 前面有一个字节顺序标记（BOM），编辑器不会显示它。'
          : '第 1 行不是以 #! 开头，内核不知道该用什么来运行它。',
    hint: '`head -n 1 /root/cnpa-op/reconcile.sh | cat -A` 会显示这一行的每个字节：开头两个字符必须是 #!，而 Linux 的换行只显示为一个 $。',
  },
  'script-starts': {
    title: 'reconcile.sh 可以启动',
    wrong: ({ params }) =>
      `脚本没有启动（退出码 ${text(params.exitCode)}）${params.stderr ? `：${text(params.stderr)}` : '。'}`,
    hint: '请像评分器那样只用路径来启动：`/root/cnpa-op/reconcile.sh`。shell 会说明它找不到什么。',
  },
  'script-finishes': {
    title: '运行一次就是一轮',
    wrong: ({ params }) => `reconcile.sh 在 ${wholeSeconds(params.durationMs)} 秒内没有结束。`,
    hint: '用 `time /root/cnpa-op/reconcile.sh` 看它是否会结束。运行一次就是把所有 TeamSpace 处理一轮，重复是服务的工作。',
  },
  'script-exit-status': {
    title: 'reconcile.sh 的退出码',
    wrong: ({ params }) =>
      `有一次运行以退出码 ${text(params.exitCode)} 结束${params.stderr ? `：${text(params.stderr)}` : '。'}`,
    hint: '评分只看集群，但非 0 的退出码可能掩盖真正的问题：用 `bash -x /root/cnpa-op/reconcile.sh` 查看最后一条命令。',
  },
  'script-serves': {
    title: '运行一次就处理所有 TeamSpace',
    wrong: ({ params }) =>
      `评分器创建了 TeamSpace ${text(params.probe)} 并运行了一次脚本，但它没有得到正确的处理${params.stderr ? `。脚本输出：${text(params.stderr)}` : '。'}`,
    hint: '请另建一个名称和值都不同的 TeamSpace，用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：名称、uid 和值都不能是 alpha 的。',
  },
  'script-writes-nothing': {
    title: '没有事情可做时，什么都不写',
    wrong: ({ params }) =>
      `没有事情可做，却写入了这个对象（${text(params.type)}）：${changedFields(params.changes) || '整个对象'}${list(params.managers, '，写入者：')}`,
    hint: (finding) =>
      `请比较运行前后 ${lookAt(finding)} 的输出。只在有差异时才写入，并且写入的内容不含时间或计数器，对象就会保持不变。`,
  },
  'state-namespace': {
    title: '每个 TeamSpace 都有命名空间',
    wrong: '运行 reconcile.sh 之后，命名空间仍不存在。',
    hint: byHand,
  },
  'state-label': {
    title: '命名空间带有标签',
    wrong: '运行 reconcile.sh 之后，标签与步骤的要求不同。',
    hint: (finding) => `用 ${lookAt(finding, '--show-labels')} 查看标签，并把键和值与步骤比较。`,
  },
  'state-owner': {
    title: '命名空间属于它的 TeamSpace',
    wrong: '命名空间的 ownerReference 都没有指向它的 TeamSpace。',
    hint: (finding) =>
      `请把 ${lookAt(finding)} 中的 ownerReferences 与 TeamSpace 逐个字段比较。对象靠 uid 识别：只有名称，或者写了别的对象的 uid，都指不到任何对象。`,
  },
  'state-quota': {
    title: '每个 TeamSpace 都有配额',
    wrong: '运行 reconcile.sh 之后，配额仍不存在。',
    hint: byHand,
  },
  'state-pods': {
    title: '配额的 pods 跟随 spec.pods',
    wrong: '配额的 pods 与 TeamSpace 的 spec.pods 不同。',
    hint: (finding) =>
      `请对照查看 ${lookAt(finding)} 与 \`kubectl get teamspaces -o yaml\` 的输出。脚本是从哪里取得这个数字的？`,
  },
  'state-cpu': {
    title: '配额的 cpu 跟随 spec.cpu',
    wrong: '配额的 requests.cpu 与 TeamSpace 的 spec.cpu 不同。',
    hint: (finding) =>
      `请对照查看 ${lookAt(finding)} 与 \`kubectl get teamspaces -o yaml\` 的输出。脚本是从哪里取得这个数字的？`,
  },
  'state-observed-generation': {
    title: 'status 记录了已观测的 generation',
    wrong: 'status.observedGeneration 与当前的 generation 不同。',
    hint: (finding) =>
      `用 ${lookAt(finding)} 查看这两个数字，再读一读脚本写入 status 时 kubectl 的输出：哪个地址会悄悄丢弃，第 2 步已经见过。`,
  },
  'state-status-namespace': {
    title: 'status 记录了命名空间',
    wrong: 'status.namespace 不是这个 TeamSpace 的命名空间。',
    hint: (finding) =>
      `用 ${lookAt(finding)} 查看 status，再读一读脚本写入时 kubectl 的输出：哪个地址会悄悄丢弃，第 2 步已经见过。`,
  },
  'state-complete': {
    title: '每个 TeamSpace 应有的都有',
    wrong: '运行 reconcile.sh 之后，仍缺少一些内容。',
    hint: byHand,
  },
  'reconcile-quota-uid': {
    title: 'reconcile.json 记录的是这个配额',
    wrong: '它既不是 team-alpha 中 team-quota 的 uid，也不是 drift.json 中记录的已删除的 uid。',
    hint: '用 `kubectl -n team-alpha get resourcequota team-quota -o json` 查看现在的配额。',
  },
  'reconcile-owner-uid': {
    title: 'reconcile.json 记录的是所有者',
    wrong: '文件中的 uid 不是 alpha 的 uid。',
    hint: '请看 `kubectl get ns team-alpha -o json` 中的 metadata.ownerReferences：那里写的是谁的 uid？',
  },
  'reconcile-second-pass': {
    title: '第二次运行什么都没有写',
    wrong: '文件中写着：再运行一次时配额发生了变化。',
    hint: '是谁写的？`kubectl -n team-alpha get resourcequota team-quota -o yaml --show-managed-fields` 会告诉你。配额每次变化后不久，集群都会自行填写它的 status；等这件事结束之后再测量。',
  },
  'unit-loaded': {
    title: 'systemd 认识这个单元',
    wrong: ({ actual, params }) =>
      `systemd 报告的状态是 ${text(actual)}${params.detail ? `：${text(params.detail)}` : ''}。`,
    hint: '`systemctl status cnpa-op` 会指出它不接受的那一行。ExecStart 不经过 shell；而且只有得到指示，systemd 才会重新读取单元文件。',
  },
  'unit-path': {
    title: '单元文件在步骤指定的位置',
    wrong: 'systemd 是从别的位置加载这个单元的。',
    hint: '用 `systemctl cat cnpa-op` 查看 systemd 是从哪个路径读取的。',
  },
  'unit-enabled': {
    title: '开机时启动服务',
    wrong: ({ actual }) =>
      actual === 'static'
        ? '单元没有说明自己属于哪个 target（没有 [Install] 段），所以无法 enable。'
        : `单元没有 enable：systemd 报告的状态是 ${text(actual)}。`,
    hint: '用 `systemctl is-enabled cnpa-op` 查看状态。启动（start）是现在的事，启用（enable）是每次开机的事，两者不同。',
  },
  'unit-restart': {
    title: '服务总会重新启动',
    wrong: '服务以某些方式结束时，systemd 不会再次启动它。',
    hint: '用 `systemctl show cnpa-op -p Restart` 查看生效的设置。哪种设置对应哪种结束方式，systemd.service 的手册中有一张表。',
  },
  'unit-daemon-reload': {
    title: 'systemd 使用的是现在的单元',
    wrong: '单元文件已经改变，但 systemd 仍在使用先前读取的内容。',
    hint: '`systemctl status cnpa-op` 的警告中有让它重新读取的命令。正在运行的进程在重新启动之前，仍使用旧的设置。',
  },
  'service-running': {
    title: 'cnpa-op.service 正在运行',
    wrong: ({ actual, params }) => {
      if (params.type === 'oneshot') return '服务没有在运行：它是 oneshot 类型，启动阶段永远不会结束。';
      const why =
        params.result === 'start-limit-hit' ? '命令在短时间内结束得太频繁，systemd 已放弃重新启动。' : '';
      return `服务没有在运行，现在的状态是 ${text(actual)}。${why}${journal(params.journal)}`;
    },
    hint: ({ params }) =>
      params.result === 'start-limit-hit'
        ? '用 `journalctl -u cnpa-op -n 20` 查看命令为什么结束。改好之后，要先清除失败计数，systemd 才会再次尝试。'
        : `${service}第 4 到 7 步评分时，控制器必须正在运行。`,
  },
  'service-creates-namespace': {
    title: '新的 TeamSpace 会自动得到命名空间',
    wrong: ({ params }) =>
      `服务正在运行，但过了 ${text(params.seconds)} 秒，TeamSpace ${text(params.probe)} 仍没有命名空间。${journal([params.journal])}`,
    hint: '用 `journalctl -u cnpa-op -n 20` 查看在服务中运行时的输出。服务里没有你的 shell 中的变量（KUBECONFIG、PATH），而且 ExecStart 中的 $ 和 % 会先由 systemd 解释。',
  },
  'service-creates-quota': {
    title: '新的 TeamSpace 会自动得到配额',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 的命名空间已经生成，但过了 ${text(params.seconds)} 秒仍没有 team-quota。${journal([params.journal])}`,
    hint: '用 `journalctl -u cnpa-op -n 20` 查看处理配额时的输出。',
  },
  'outside-worker': {
    title: '只有服务在做调谐',
    wrong: ({ params }) => `进程 ${text(params.pid)} 在服务之外运行 reconcile.sh：${text(params.command)}`,
    hint: '留在终端里的循环会让人看不出服务是否真的有效；用 `ps -ef` 看看是哪一个。',
  },
  'drift-uids-differ': {
    title: '配额是作为新对象回来的',
    wrong: 'restored_uid 与被删除对象的 uid 相同。',
    hint: '请在删除前后查看 `kubectl -n team-alpha get resourcequota team-quota -o yaml`：名称相同，但还是同一个对象吗？',
  },
  'drift-restored-uid': {
    title: 'drift.json 记录的是现在的配额',
    wrong: ({ params }) =>
      params.quotaExists ? '写入文件之后，配额又被替换过。' : '现在 team-alpha 中没有 team-quota。',
    hint: '请把文件与 `kubectl -n team-alpha get resourcequota team-quota -o json` 比较；第 5 步要在控制器运行的状态下测量。',
  },
  'drift-restore-seconds': {
    title: '配额恢复所用的时间',
    wrong: '这个时间不可能是对的。',
    hint: '它是从删除到出现另一个 uid 的配额之间的整秒数；在前后各运行一次 `date +%s`，就能得到两端的时刻。',
  },
  'drift-edited-to': {
    title: 'pods 被改成的值',
    wrong: '步骤中用补丁改成的不是这个值。',
    hint: '请对照步骤中的数字，以及打完补丁后 `kubectl -n team-alpha get resourcequota team-quota -o yaml` 的输出。',
  },
  'drift-reverted-to': {
    title: 'pods 变回的值',
    wrong: ({ params }) =>
      params.early ? '这是在控制器的下一轮之前读到的值。' : '控制器不会把配额设成这个值。',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` 会显示每一次变化。控制器是从 alpha 的哪个字段取得这个数字的？',
  },
  'probe-quota-restored': {
    title: '删掉的配额会回来',
    wrong: ({ params }) =>
      `在没有其他变更的时候，评分器删除了 TeamSpace ${text(params.probe)} 的配额，过了 ${text(params.seconds)} 秒它仍没有回来。`,
    hint: '请自己删一次，同时观察 `journalctl -u cnpa-op -f`：一轮处理看的是现在有什么，还是只看发生变化的 TeamSpace？',
  },
  'probe-pods-reverted': {
    title: '被修改的 pods 会变回来',
    wrong: ({ params }) =>
      `评分器修改了 TeamSpace ${text(params.probe)} 的配额中的 pods，过了 ${text(params.seconds)} 秒仍是改后的值。`,
    hint: '请自己修改一个配额，用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：配额存在但值不同时，脚本做了什么？',
  },
  'probe-cpu-reverted': {
    title: '被修改的 cpu 会变回来',
    wrong: ({ params }) =>
      `评分器修改了 TeamSpace ${text(params.probe)} 的配额中的 requests.cpu，过了 ${text(params.seconds)} 秒仍是改后的值。`,
    hint: '请自己修改一个配额，用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：它负责的每个值都比较了吗？',
  },
  'alpha-finalizer': {
    title: 'alpha 带有 finalizer',
    wrong: 'alpha 没有这个 finalizer。',
    hint: '用 `kubectl get teamspace alpha -o yaml` 查看它的 finalizer。第 6 步之前就有的 TeamSpace，与新建的一样需要它。',
  },
  'cleanup-uid': {
    title: 'cleanup.json 与存档记录的是同一个 beta',
    wrong: '两个文件记录的是不同的对象：beta 被创建过两次。',
    hint: '请把 cleanup.json 与 `jq . /root/cnpa-op/archive/beta.json` 的输出比较：两者都应记录同一个 beta。',
  },
  'archive-name': {
    title: '存档中有 beta 的名称',
    wrong: '存档中的 name 不是这个 TeamSpace 的名称。',
    hint: '删除时用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：名称是从哪个对象取得的？',
  },
  'archive-pods': {
    title: '存档中有 beta 的 pods',
    wrong: '存档中的 pods 不是 beta 的 spec.pods。',
    hint: '删除时用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：pods 是从哪个对象取得的？',
  },
  'beta-gone': {
    title: 'beta 已消失',
    wrong: ({ params }) =>
      params.deletion
        ? `beta 从 ${text(params.deletion)} 起一直在等待 finalizer：${list(params.finalizers, '')}。`
        : 'beta 仍然存在，而且没有删除请求。',
    hint: ({ params }) =>
      params.deletion
        ? '用 `journalctl -u cnpa-op -n 20` 查看每一轮有没有处理 beta，是什么让它无法完成。'
        : '用 `kubectl get teamspace beta -o yaml` 查看它现在的状态；这一步以删除 beta 结束。',
  },
  'beta-namespace-gone': {
    title: 'team-beta 已消失',
    wrong: '命名空间仍然存在。',
    hint: '用 `kubectl get ns team-beta -o yaml` 查看它属于谁：所有者消失后几秒（新的 CRD 最多约一分钟），垃圾回收器会删除它。',
  },
  'cleanup-blocked-seen': {
    title: '看到了仍在等待的 beta',
    wrong: '文件中写着：没有看到带着 deletionTimestamp 的 beta。',
    hint: '普通的 delete 会一直等到对象消失。`kubectl delete --help` 中有一个不等待的选项，这样就能立即读取；请用新的 beta 再试一次。',
  },
  'cleanup-namespace-gone': {
    title: '看到了命名空间消失',
    wrong: ({ params }) =>
      params.early ? '文件中写着：team-beta 没有消失。那是看得太早了。' : 'team-beta 没有消失。',
    hint: '`kubectl get ns team-beta -w` 会显示它消失的过程，这比 beta 本身消失要久。',
  },
  'probe-finalizer-added': {
    title: '新的 TeamSpace 会带上 finalizer',
    wrong: ({ params }) => `评分器的 TeamSpace ${text(params.probe)} 没有带上 finalizer。`,
    hint: '请用两个 TeamSpace（一个没有 finalizer，一个已有 finalizer）试试，并用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：还没有列表时，添加的方法不一样。',
  },
  'probe-foreign-finalizer-kept': {
    title: '其他 finalizer 得到保留',
    wrong: ({ params }) =>
      params.during === 'deletion'
        ? `删除时，TeamSpace ${text(params.probe)} 上其他控制器的 finalizer 也被摘掉了。`
        : `TeamSpace ${text(params.probe)} 上其他控制器的 finalizer 不见了。`,
    hint: '请比较一轮处理前后 `kubectl get teamspace -o yaml` 中的列表。merge 补丁会整个替换列表，新列表里有什么由你决定。',
  },
  'probe-archive-written': {
    title: '写入了存档文件',
    wrong: ({ params }) => `TeamSpace ${text(params.probe)} 的 finalizer 已被摘掉，但没有存档文件。`,
    hint: '删除时用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪，把它写入的路径与步骤比较。',
  },
  'probe-archive-content': {
    title: '存档中有 name、uid 和 pods',
    wrong: '存档文件中没有正确记录被删除的 TeamSpace 的 name、uid 和 pods。',
    hint: '请把 `jq . /root/cnpa-op/archive/beta.json` 的输出与原来的 TeamSpace 比较：每个值都必须来自带着 deletionTimestamp 的那个对象。',
  },
  'probe-archive-in-time': {
    title: '先存档，再摘掉 finalizer',
    wrong: ({ params }) => `finalizer 被摘掉 ${text(params.lateByMs)} 毫秒之后，存档文件才写完。`,
    hint: '请看 `bash -x /root/cnpa-op/reconcile.sh` 中的顺序：最后一个 finalizer 摘掉后，对象随时可能消失，要存档的内容也会随之消失。',
  },
  'probe-finalizer-removed': {
    title: '会摘掉 finalizer',
    wrong: ({ params }) =>
      `TeamSpace ${text(params.probe)} 被删除，但过了 ${text(params.seconds)} 秒，它的 finalizer 仍在。`,
    hint: '请自己删除一个，同时观察 `journalctl -u cnpa-op -f`：对带着 deletionTimestamp 的 TeamSpace，尤其是旁边还有其他 finalizer 时，一轮处理做了什么？',
  },
  'probe-namespace-ends': {
    title: '命名空间随 TeamSpace 一起消失',
    wrong: ({ params }) => `TeamSpace ${text(params.probe)} 已消失，但它的命名空间没有被删除。`,
    hint: '垃圾回收器沿着 ownerReference 工作：请把 `kubectl get ns -o yaml` 中的 ownerReference 与 TeamSpace 逐个字段比较。',
  },
  'probe-namespace-stays-away': {
    title: '命名空间不会再次出现',
    wrong: ({ params }) => `TeamSpace ${text(params.probe)} 消失之后，它的命名空间又出现了。`,
    hint: '在删除 TeamSpace 的过程中用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：对带着 deletionTimestamp 的对象，它还在创建什么？',
  },
  'cluster-trouble': {
    title: '集群能够删除命名空间',
    wrong: ({ params }) => `集群无法完成命名空间的删除：${list(params.reasons, '')}。`,
    hint: '这与你的工作无关：请询问集群的管理者。',
  },
  'catchup-behind': {
    title: '停止期间控制器落后了',
    wrong: '服务停止期间没有任何落后：要么是在别的时刻读取的，要么是还有别的东西在继续调谐。',
    hint: '停止期间用 `ps -ef` 查看是否还有别的循环在运行 reconcile.sh。然后注意顺序：停止、修改、等待、读取，最后才启动。',
  },
  'catchup-pods-while-stopped': {
    title: '停止期间的配额',
    wrong: '没有谁跟进变更时，配额中的值不是这个。',
    hint: '等待 8 秒之后、重新启动之前，读取 `kubectl -n team-alpha get resourcequota team-quota -o json`，并保持 API 给出的值的原样。',
  },
  'catchup-pods-after-start': {
    title: '重新启动后的配额',
    wrong: '控制器跟上之后，配额中的值不是这个。',
    hint: '`kubectl -n team-alpha get resourcequota team-quota -w` 会显示它何时跟上；请保持 API 给出的值的原样。',
  },
  'catchup-observed-after-start': {
    title: 'observed 跟上了 generation',
    wrong: 'observed_after_start 与 generation 不同。',
    hint: '启动之后，控制器需要处理一轮：`kubectl get teamspace alpha -o yaml -w` 会显示 status 何时跟上。',
  },
  'catchup-generation-live': {
    title: 'generation 不会倒退',
    wrong: '文件中的 generation 比 alpha 现在的大，说明是在另一个对象上测量的。',
    hint: nowUid,
  },
  'alpha-pods-step-7': {
    title: 'alpha 的 pods 是第 7 步的值',
    wrong: 'alpha 的 spec.pods 不是第 7 步设定的值。',
    hint: '用 `kubectl get teamspace alpha -o yaml` 查看现在的值，再读一读修改时 kubectl 的输出。',
  },
  'alpha-quota-pods': {
    title: 'alpha 的配额已跟上',
    wrong: 'team-alpha 的配额与第 7 步设定的 alpha 的 pods 不同。',
    hint: `控制器在运行吗？${service}`,
  },
  'alpha-observed-generation': {
    title: 'alpha 的 status 是最新的',
    wrong: 'alpha 的 status.observedGeneration 与它的 generation 不同。',
    hint: `控制器在运行吗？${service}`,
  },
  'probe-converges': {
    title: '连续两次变更，最终收敛到最后一次',
    wrong: ({ params }) =>
      `评分器连续两次修改了 TeamSpace ${text(params.probe)}，过了 ${text(params.seconds)} 秒，这里仍不是最后一次变更要求的值。`,
    hint: '请用 `bash -x /root/cnpa-op/reconcile.sh` 跟踪：一轮处理中读取了几次 TeamSpace？写入的内容必须都来自同一次读取。',
  },
  'report-crd-alone': {
    title: '只有类型，什么都不会产生',
    wrong: '文件中写着：只有类型也会产生命名空间。',
    hint: '请看第 1 步测量的结果：`jq . /root/cnpa-op/before.json`。',
  },
  'report-status-bumps': {
    title: 'status 与 generation',
    wrong: '文件中写着：写入 status 会让 generation 增加。',
    hint: '在控制器写入 status 时观察 `kubectl get teamspace alpha -o yaml -w`：metadata 中的哪些数字在变化？',
  },
  'report-restore-seconds': {
    title: 'restore_seconds 与第 5 步一致',
    wrong: sources,
    hint: '请看那一步测量的结果：`jq . /root/cnpa-op/drift.json`。',
  },
  'report-finalizer': {
    title: 'finalizer 的名称',
    wrong: '这不是第 6 步的 finalizer。',
    hint: '`kubectl get teamspace alpha -o yaml` 的 metadata.finalizers 中有完整的名称。',
  },
  'report-archived': {
    title: 'archived 是存档中的 uid',
    wrong: sources,
    hint: '请看控制器留下的记录：`jq . /root/cnpa-op/archive/beta.json`。要写的是其中的一个值，不是“是或否”，也不是路径。',
  },
  'report-generations-behind': {
    title: '落后了多少',
    wrong: sources,
    hint: '它是第 7 步的两个数字之差：`jq . /root/cnpa-op/catchup.json`。',
  },
  'report-trigger': {
    title: '控制器遵循的方式',
    wrong: ({ params }) =>
      params.oneWord ? '这个控制器遵循的不是这种方式。' : '它必须是步骤给出的两个词之一。',
    hint: '这个控制器是对每个事件做出反应，还是每一轮都读取整个当前状态？请回想第 7 步看到的现象。',
  },
  'status-bumps-live': {
    title: '写入 status 不会让 generation 增加',
    wrong: '在这个集群上，写入 status 会让 generation 增加。',
    hint: '类型没有 status 子资源时就会这样：请看第 1 步，以及 `kubectl get crd teamspaces.platform.labhub.io -o yaml`。',
  },
};
