import type { StepNumber } from '../../../src/lab.ts';
import type { Explanation } from '../text.ts';

export const explain: Record<StepNumber, Explanation> = {
  1: {
    asks: '编写定义 TeamSpace 类型的 crd.yaml 并应用，通过 alpha.yaml 创建 TeamSpace alpha，然后在 before.json 中记录当时有什么。CRD 只是让 API 服务器认识一个新名词，请确认仅凭它会不会发生什么。',
    looksAt: [
      '集群中的 CRD：group、scope、名称、版本 v1alpha1、status 子资源',
      'schema：用正确和错误的值试运行（不会保存任何内容）',
      'crd.yaml 和 alpha.yaml：是否为合法的 YAML，是否与集群中的 CRD 一致',
      'TeamSpace alpha 是否存在',
      'before.json：uid 是否为 alpha 的，以及 namespace_exists',
    ],
  },
  2: {
    asks: '用三种方式修改 alpha（标签、发到主资源地址的 status 补丁、spec.pods），每次之后读取 metadata.generation，并写入 generation.json。请找出 generation 统计的是哪一种变更。',
    looksAt: [
      'generation.json：uid、三次读取的 generation，以及 ② 之后的 status',
      '这些数字是否彼此相符，是否不大于 alpha 现在的 generation',
      'alpha 的标签 owner=platform',
      '在做第 7 步之前：alpha 的 spec.pods',
    ],
  },
  3: {
    asks: '编写 reconcile.sh：运行一次，就让每个 TeamSpace 的命名空间、配额和 status 变成应有的样子。它关注的不是什么变了，而是现在怎么样，所以无论运行多少次，结果都应相同。在 reconcile.json 中写入运行一次之后和再运行一次之后测量的值。',
    looksAt: [
      'reconcile.sh 可以执行，并且会自行结束',
      '评分器创建的 TeamSpace，不论名称和值，也会得到处理',
      '没有事情可做时再运行两次，什么都不写（resourceVersion 不变）',
      '每个命名空间：标签和 ownerReference',
      '每个 team-quota：pods 和 requests.cpu',
      '每个 status：observedGeneration 和 namespace',
      'reconcile.json：两个 uid，以及第二次运行时配额是否变化',
    ],
  },
  4: {
    asks: '让 systemd 的单元 cnpa-op.service 每隔 3 秒无限循环执行 reconcile.sh，然后 enable 并启动。此后创建新的 TeamSpace，没有人做任何操作，需要的内容也会全部生成。',
    looksAt: [
      'systemd 加载的单元：路径、Restart、是否 enable、是否需要重新读取',
      '多次查看时是否都在运行',
      '评分器创建的 TeamSpace：60 秒内是否自动生成命名空间和配额',
      '服务之外是否有别的东西在代劳（只作为建议，不计分）',
    ],
  },
  5: {
    asks: '在控制器运行的状态下，删除 team-alpha 的配额，测量它多久之后回来；接着修改它的 pods，看看会怎样。在 drift.json 中写入两个 uid、所用的秒数，以及改成的值和变回的值。控制器并不知道是谁做的，它只是在比较。',
    looksAt: [
      'drift.json：两个不同的 uid、0 到 120 秒之间的时间、改成的值和之后的值',
      'restored_uid 是现在的配额的 uid',
      '在评分器的 TeamSpace 上：删掉的配额会回来，修改的 pods 和 cpu 会变回来',
      '以上都在没有任何 TeamSpace 变化的安静时刻进行',
      'cnpa-op.service 正在运行',
    ],
  },
  6: {
    asks: '让 reconcile.sh 处理 finalizer：对没有删除请求的 TeamSpace 添加它；对正在删除的，先在 archive 目录中留下记录，再把它摘掉。然后创建 beta，看到命名空间生成后将其删除，并把看到的写入 cleanup.json。',
    looksAt: [
      'alpha 和新的 TeamSpace 上的 finalizer，其他控制器的 finalizer 也要保留',
      '删除时：finalizer 摘掉之前，存档文件已写完',
      '只摘掉自己的 finalizer',
      '命名空间随 TeamSpace 一起消失，而且不会再次出现',
      'beta 和 team-beta 已消失；archive/beta.json 中的 name、uid、pods',
      'cleanup.json：相同的 uid，以及你看到的情况',
      'cnpa-op.service 正在运行',
    ],
  },
  7: {
    asks: '停止服务，修改 alpha 的 spec.pods，等待 8 秒后读取 generation、observedGeneration 和配额；然后重新启动服务，再读取一次。catchup.json 记录控制器曾落后多少，以及它又跟上了。',
    looksAt: [
      'catchup.json：停止期间落后，启动之后一致；配额的值是字符串',
      '现在的 alpha：第 7 步的 spec.pods、配额、observedGeneration',
      '连续两次修改评分器的 TeamSpace：以最后一次为准',
      'cnpa-op.service 正在运行',
    ],
  },
  8: {
    asks: '根据前面留下的文件，把控制器在第 1 到 7 步做过的事汇总到 report.json，并写明这个控制器遵循的方式：level 还是 edge。',
    looksAt: [
      'report.json 中的每个值是否与它的来源文件一致',
      'status_bumps_generation 还会与集群本身对照',
      'finalizer 的名称',
      'trigger：是否为两个词之一',
    ],
  },
};
